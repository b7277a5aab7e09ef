// Runs before the first paint: theme and direction as they were shown last, so that nothing flips afterwards, and which ghost is shown.
{
  // A file that neither comes nor fails is given up by nobody: after so long the page says so, and the same address is loaded anew.
  const PATIENCE_MS = 20_000;
  const failed = () => document.getElementById('boot-failed');
  setTimeout(() => failed()?.removeAttribute('hidden'), PATIENCE_MS);
  addEventListener('click', (event) => {
    if (!failed()?.contains(event.target) || event.target.localName !== 'a') return;
    event.preventDefault();
    location.reload();
  });

  const root = document.documentElement;
  root.dataset.route = location.hash.split(/[/?]/)[1] || 'home';
  try {
    const shown = localStorage.getItem('theme_shown') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    root.dataset.theme = shown === 'dark' ? 'dark' : 'light';
    root.dir = localStorage.getItem('lang') === 'ar' ? 'rtl' : 'ltr';
  } catch {
    // Storage is refused: the page starts light, left to right.
  }
}
