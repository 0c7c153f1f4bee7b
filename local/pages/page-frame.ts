import { html } from "hono/html";

type Markup = ReturnType<typeof html>;

export const stylesheetPath = "/__local/style.css";

/** A page of the local run around its content. Everything put into it with `html` is escaped. */
export function pageFrame(title: string, content: Markup) {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · AQLCloud, local run</title>
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body>
<nav><a href="/">Console</a> <a href="/__local">Local run</a> <a href="/__local/mailbox">Mailbox</a></nav>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
}
