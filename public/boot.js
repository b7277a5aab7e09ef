// Runs before the first paint: theme and direction as they were shown last, so that nothing flips afterwards, and whose shape the ghost has.
{
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
