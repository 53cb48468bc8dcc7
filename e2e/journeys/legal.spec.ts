import { expect, test } from '../harness/site.ts';

test('the terms and the privacy text are readable without an account', async ({ page }) => {
  await page.goto('/registrar');
  const [terms] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('main').getByRole('link', { name: 'Términos' }).click(),
  ]);
  await expect(terms).toHaveURL('/terminos');
  await expect(terms.getByRole('heading', { level: 1, name: 'Términos y condiciones' })).toBeVisible();
  const main = terms.getByRole('main');
  await expect(main).toContainText('La ofrece Asociación Tablón.');
  await expect(main).toContainText('Tenés que tener 13 años o más.');
  await expect(main.getByRole('link', { name: 'hola@tablon.example' })).toHaveAttribute(
    'href',
    'mailto:hola@tablon.example',
  );
  await expect(terms.getByRole('banner').getByRole('link', { name: 'Ingresar' })).toBeVisible();

  await main.getByRole('link', { name: 'Leer la política de privacidad' }).click();
  await expect(terms).toHaveURL('/privacidad');
  await expect(terms.getByRole('heading', { level: 1, name: 'Política de privacidad' })).toBeVisible();
  await expect(main).toContainText('Calle Falsa 123, Buenos Aires');
  await expect(main).toContainText(
    'La AGENCIA DE ACCESO A LA INFORMACIÓN PÚBLICA, en su carácter de Órgano de Control de la Ley N° 25.326, tiene la atribución de atender las denuncias y reclamos que interpongan quienes resulten afectados en sus derechos por incumplimiento de las normas vigentes en materia de protección de datos personales.',
  );
  await expect(main).toContainText(
    'El titular de los datos personales tiene la facultad de ejercer el derecho de acceso a los mismos en forma gratuita a intervalos no inferiores a seis meses, salvo que se acredite un interés legítimo al efecto conforme lo establecido en el artículo 14, inciso 3 de la Ley Nº 25.326.',
  );
});

test('the privacy text names the push services only if the site sends push notifications', async ({
  page,
}) => {
  await page.goto('/privacidad');
  const section = page.getByRole('main');
  await expect(section).toContainText(
    'Google (Chrome y otros), Mozilla (Firefox), Apple (Safari) o Microsoft',
  );
  await page.route(/\/api\/getSession/, async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    session.config.pushPublicKey = null;
    await route.fulfill({ response, json: session });
  });
  await page.reload();
  await expect(section).toContainText('El correo con el enlace');
  await expect(section).not.toContainText('Mozilla');
});

test('signed-in users read the legal texts too, without links to sign in', async ({ join }) => {
  const { page } = await join('Lectora Legal');
  for (const path of ['/terminos', '/privacidad']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Ingresar' })).toBeHidden();
  }
});

test('a site without a named operator says so', async ({ page }) => {
  await page.route(/\/api\/getSession/, async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    session.config.operator = { name: '', email: '', address: '' };
    await route.fulfill({ response, json: session });
  });
  await page.goto('/privacidad');
  const main = page.getByRole('main');
  await expect(main).toContainText('es quien administra el sitio localhost.');
  await expect(main).toContainText('Este sitio todavía no publicó un correo de contacto.');
});
