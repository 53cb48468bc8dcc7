export type Question = { message: string; confirm: string } & (
  | { kind: 'alert' }
  | { kind: 'confirm'; danger: boolean }
  | { kind: 'prompt'; label: string; value: string }
);

export type Toast = {
  message: string;
  type: 'info' | 'success' | 'error';
  durationMs: number;
  /** What one can do about it, as a button. */
  action?: { label: string; run: () => void };
};

/** `answer` gets the text ('' for a plain yes), or null for a no. */
export type OpenQuestion = Question & { id: number; answer: (text: string | null) => void };
export type OpenToast = Toast & { id: number };
export type Notices = { questions: readonly OpenQuestion[]; toasts: readonly OpenToast[] };

/** What the service has to show: questions one after the other, toasts together. */
export function createNotices() {
  let state: Notices = { questions: [], toasts: [] };
  let lastId = 0;
  const listeners = new Set<() => void>();

  const set = (next: Partial<Notices>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  return {
    ask: (question: Question) =>
      new Promise<string | null>((resolve) => {
        const id = ++lastId;
        const answer = (text: string | null) => {
          set({ questions: state.questions.filter((q) => q.id !== id) });
          resolve(text);
        };
        set({ questions: [...state.questions, { ...question, id, answer }] });
      }),

    /** The same message again replaces the one on screen; at most three are shown. */
    toast: (toast: Toast) => {
      const others = state.toasts.filter((t) => t.message !== toast.message);
      set({ toasts: [...others, { ...toast, id: ++lastId }].slice(-3) });
    },

    dismiss: (id: number) => set({ toasts: state.toasts.filter((t) => t.id !== id) }),

    read: () => state,

    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const notices = createNotices();
