import { html } from "hono/html";

type Markup = ReturnType<typeof html>;

export const stylesheetPath = "/__local/style.css";

export function pageFrame(title: string, content: Markup) {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · AQLCloud, local run</title>
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body>
<nav><a href="/">Console</a> <a href="/__local">Local run</a> <a href="/__local/mailbox">Mailbox</a> <a href="/__local/webhooks">Webhooks</a> <a href="/__local/calls">Calls</a></nav>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
}

/** A file, because these pages have the console's content security policy. */
export const stylesheet = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
nav { display: flex; gap: 1rem; }
h1 { font-size: 1.6rem; margin: 1rem 0; }
h2 { font-size: 1.15rem; margin: 1.5rem 0 0.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8886; padding: 0.35rem 0.75rem 0.35rem 0; text-align: left; vertical-align: top; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
article { border: 1px solid #8886; border-radius: 6px; margin: 1rem 0; padding: 0.5rem 1rem; }
article h2 { margin: 0.25rem 0; }
article p { margin: 0.25rem 0; white-space: pre-line; }
.quiet { opacity: 0.75; }
.code { font: 600 2rem/1.4 ui-monospace, monospace; letter-spacing: 0.15em; }
.row { align-items: end; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; }
form.settings { display: grid; gap: 0.5rem 1rem; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); align-items: end; }
form.settings label { display: grid; }
input, select, button { font: inherit; padding: 0.25rem 0.5rem; }
`;
