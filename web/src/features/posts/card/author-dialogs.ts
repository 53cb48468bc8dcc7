import { runLazily } from '../../../ui/overlays/run-lazily.ts';

export function warnOfPost(postId: string): void {
  void runLazily(async () => (await import('../covers/WarningDialog.tsx')).openWarning(postId));
}

export function choosePostControls(postId: string): void {
  void runLazily(async () => (await import('../controls/ControlsDialog.tsx')).openControls(postId));
}

export function editPost(postId: string): void {
  void runLazily(async () => (await import('../editing/EditPostDialog.tsx')).openEditor(postId));
}
