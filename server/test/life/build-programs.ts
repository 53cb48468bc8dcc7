import { buildIfStale } from '../build.ts';

export const setup = () => buildIfStale(['server']);
