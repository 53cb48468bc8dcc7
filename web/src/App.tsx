import { NoticesHost } from './ui/NoticesHost.tsx';

export function App() {
  return <NoticesHost />;
}
