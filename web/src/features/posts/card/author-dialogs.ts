import { openLazily } from '../../../ui/overlays/run-lazily.ts';

export function warnOfPost(postId: string): void {
  openLazily(
    () => import('../covers/WarningDialog.tsx'),
    ({ openWarning }) => openWarning(postId),
  );
}

export function choosePostControls(postId: string): void {
  openLazily(
    () => import('../controls/ControlsDialog.tsx'),
    ({ openControls }) => openControls(postId),
  );
}

export function editPost(postId: string): void {
  openLazily(
    () => import('../editing/EditPostDialog.tsx'),
    ({ openEditor }) => openEditor(postId),
  );
}
