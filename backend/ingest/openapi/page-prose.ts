import { html } from "hono/html";

/** A piece of a page, with everything in it escaped. */
export type Part = ReturnType<typeof html>;

/** Words of the document: what stands between backticks is code, nothing else is markup. */
export function prose(words: string): Part {
	return html`${words.split("`").map((piece, place) => (place % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

export function paragraphs(words: string): Part {
	return html`${words.split("\n\n").map((paragraph) => html`<p>${prose(paragraph)}</p>`)}`;
}
