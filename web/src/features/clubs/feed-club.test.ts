// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { sampleProfile } from '../../api/sample-profile.ts';
import { sampleConfig } from '../session/sample-config.ts';
import { endSession, session } from '../session/session-store.ts';
import { chooseFeedClub, useFeedClub } from './feed-club.ts';

const config = sampleConfig({ features: ['cuadros'] });
const signIn = (uid: string) =>
  session.write({ status: 'signed-in', user: sampleProfile(uid), isAdmin: false, config });
const club = () => renderHook(() => useFeedClub()).result.current;

afterEach(() => chooseFeedClub(''));

test('the club of ‘Para vos’ stays over a sign-out, but not for another person', () => {
  signIn('ana');
  chooseFeedClub('boca');
  endSession();
  signIn('ana');
  expect(club()).toBe('boca');
  endSession();
  signIn('beto');
  expect(club()).toBeUndefined();
  expect(localStorage.getItem('tablon.feed-club')).toBe('');
});
