import { createStore } from '../../state/create-store.ts';

export type Question = { message: string; confirm: string } & (
  | { kind: 'alert' }
  | { kind: 'confirm'; danger: boolean }
  | { kind: 'prompt'; label: string; value: string }
);

export type Toast = {
  message: string;
  /** Screen readers announce a `failure` politely, an `error` at once. */
  type: 'info' | 'success' | 'failure' | 'error' | 'progress';
  durationMs: number;
  action?: { label: string } & ({ run: () => void } | { href: string });
};

/** `answer` takes the text ('' for a plain yes), or null for a no. */
export type OpenQuestion = Question & { id: number; answer: (text: string | null) => void };
export type OpenToast = Toast & { id: number };
export type Notices = { questions: readonly OpenQuestion[]; toasts: readonly OpenToast[] };

/** Questions are shown one after the other, toasts together. */
export function createNotices() {
  const { read, write, subscribe } = createStore<Notices>({ questions: [], toasts: [] });
  let lastId = 0;

  const set = (next: Partial<Notices>) => write({ ...read(), ...next });

  return {
    ask: (question: Question) =>
      new Promise<string | null>((resolve) => {
        const id = ++lastId;
        const answer = (text: string | null) => {
          set({ questions: read().questions.filter((q) => q.id !== id) });
          resolve(text);
        };
        set({ questions: [...read().questions, { ...question, id, answer }] });
      }),

    /** A repeated message replaces the one on screen; three toasts at most. */
    toast: (toast: Toast) => {
      const id = ++lastId;
      const others = read().toasts.filter((t) => t.message !== toast.message);
      set({ toasts: [...others, { ...toast, id }].slice(-3) });
      return id;
    },

    dismiss: (id: number) => set({ toasts: read().toasts.filter((t) => t.id !== id) }),

    read,
    subscribe,
  };
}

export const notices = createNotices();
