/** The console's look (client/ui/layout/tokens.css) for a page that loads nothing else. No text of a request goes in here. */
export const pageStyle = `
:root{color-scheme:light dark;--ground:#f7f9fa;--panel:#fff;--line:#e3e8ec;--ink:#10212b;--ink-soft:#51656f;--brand:#0b7285}
@media (prefers-color-scheme:dark){:root{--ground:#0d161b;--panel:#131f26;--line:#22323b;--ink:#e7eff3;--ink-soft:#a3b4bd;--brand:#3bc9db}}
*{box-sizing:border-box}
html{scroll-padding-top:12px}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.55 system-ui,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
main,header{max-width:820px;margin:0 auto;padding:0 16px}
header{padding-top:24px}
main{padding-bottom:48px}
h1{margin:0;font-size:26px;line-height:1.25}
h2{margin:0 0 4px;font-size:19px}
h3{margin:20px 0 6px;font-size:15px}
p{margin:8px 0;text-wrap:pretty}
a{color:var(--brand);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
nav ul{display:flex;flex-wrap:wrap;gap:4px 18px;margin:16px 0 0;padding:0;list-style:none}
nav a{display:inline-block;padding:4px 0}
section{margin-top:20px;padding:18px;border:1px solid var(--line);border-radius:10px;background:var(--panel)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
pre{margin:0;padding:12px;border:1px solid var(--line);border-radius:8px;background:var(--ground);line-height:1.5;white-space:pre-wrap}
dl{margin:0}
dt{margin-top:10px;font-weight:600}
dt span{font-weight:400;color:var(--ink-soft)}
dd{margin:0}
dd pre{margin-top:6px}
dl dl{margin-left:16px}
.address,.soft{color:var(--ink-soft)}
summary{margin-top:20px;padding:2px 0;font-weight:600;cursor:pointer}
@media (max-width:480px){section{padding:14px}}
`;
