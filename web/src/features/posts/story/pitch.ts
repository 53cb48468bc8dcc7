import { look } from './story-look.ts';

export function drawPitch(pen: CanvasRenderingContext2D): void {
  const { width, height } = look;
  pen.fillStyle = look.ground;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = look.stripe;
  const stripe = height / 12;
  for (let i = 0; i < 12; i += 2) pen.fillRect(0, i * stripe, width, stripe);

  pen.strokeStyle = look.chalk;
  pen.lineWidth = 4;
  pen.strokeRect(36, 36, width - 72, height - 72);
  circle(pen, width / 2, height / 2, 200);
  pen.strokeRect(36, height / 2, width - 72, 0);
  drawEnd(pen);
  pen.save();
  pen.translate(0, height);
  pen.scale(1, -1);
  drawEnd(pen);
  pen.restore();
}

function drawEnd(pen: CanvasRenderingContext2D): void {
  const middle = look.width / 2;
  pen.strokeRect(middle - 300, 36, 600, 230);
  pen.strokeRect(middle - 140, 36, 280, 84);
  pen.beginPath();
  pen.arc(middle, 180, 130, Math.asin(86 / 130), Math.PI - Math.asin(86 / 130));
  pen.stroke();
}

function circle(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.stroke();
}
