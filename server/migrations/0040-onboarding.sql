-- The first steps that a new account has done; null: none are shown, as to all accounts from before. `onboarding_later`: hidden until then.
ALTER TABLE accounts
  ADD COLUMN onboarding_steps text[],
  ADD COLUMN onboarding_later timestamptz;
