/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { type BrandImage, brandImagePath, neutralProductName } from "../../shared/account/brand";
import { textOn } from "../../shared/account/brand-colors";
import type { LinkAlert, LinkPage } from "./link-action";
import { pressField, pressScript } from "./press-script";
import { Trend } from "./trend-drawing";

/** The console's stable URL of the font, for pages that know no file hashes. */
export const linkFont = `
@font-face { font-family: "Inter Variable"; font-display: swap; font-weight: 100 900; src: url(/fonts/inter-latin.woff2) format("woff2"); unicode-range: U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD; }`;

/** Same values as the console's tokens. An account's color replaces the button's. */
const linkStyle = `${linkFont}
@font-face { font-family: "Inter Fallback"; src: local("Arial"), local("Liberation Sans"), local("Helvetica Neue"), local("Roboto"); ascent-override: 90.44%; descent-override: 22.52%; line-gap-override: 0%; size-adjust: 107.12%; }
:root { color-scheme: light dark; --text: #10212b; --soft: #52626c; --bad: #b42318; --button: #0b7285; --on-button: #ffffff; --line: #8c959f; --back: #ffffff; --ground: #f7f9fa; --edge: #e3e8ec; --field: #f7f9fa; --ring: #0b7285; --course: #0b7285; --done: #2b8a3e; --done-ground: #e6f6ea; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf0; --soft: #9db0b9; --bad: #ff8f85; --button: #3bc9db; --on-button: #06262b; --line: #6e7681; --back: #131f26; --ground: #0d161b; --edge: #22323b; --field: #1b2931; --ring: #3bc9db; --course: #3bc9db; --done: #69db7c; --done-ground: #16301d; } }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--text); font: 16px/1.5 "Inter Variable", "Inter Fallback", system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem 1.25rem 1.75rem; background: var(--back); overflow-wrap: anywhere; }
@media (min-width: 36rem) { main { margin: 3rem auto; padding: 1.5rem 2rem 2rem; border: 1px solid var(--edge); border-radius: 12px; box-shadow: 0 1px 2px #10212b0a, 0 8px 32px #10212b0f; } }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0 1rem; }
h2 { font-size: 1rem; margin: 1rem 0 0.25rem; }
.logo { display: inline-block; padding: 6px; border-radius: 6px; background: #ffffff; }
.foot { margin-top: 2.5rem; padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.875rem; }
.foot p { margin: 0; }
.brand { display: flex; align-items: center; gap: 0.6rem; margin: 0 0 1.25rem; font-weight: 600; }
.mark { flex: none; width: 26px; height: 26px; }
.bad { color: var(--bad); font-weight: 600; }
.state { margin: 1rem 0 0; font-weight: 600; }
.alert h1 { margin: 0; }
.value { margin: 0.25rem 0 0; font-size: 3.25rem; font-weight: 600; line-height: 1.1; font-variant-numeric: tabular-nums; }
.done { display: flex; align-items: center; gap: 0.9rem; margin: 1rem 0; padding: 1rem; border-radius: 10px; background: var(--done-ground); }
.done svg { flex: none; width: 40px; height: 40px; }
.done circle { fill: var(--done); }
.done path { fill: none; stroke: var(--back); stroke-width: 3.5; stroke-linecap: round; stroke-linejoin: round; }
.done p { margin: 0; }
.done b { display: block; font-size: 1.25rem; line-height: 1.3; }
.soft { margin: 0; color: var(--soft); }
.todo { margin: 1rem 0; padding: 0.75rem 1rem; border-radius: 8px; background: var(--field); white-space: pre-line; }
.todo h2 { margin: 0; }
.todo p { margin: 0; }
figure { margin: 1rem 0; }
figcaption { color: var(--soft); font-size: 0.875rem; }
figure svg { display: block; width: 100%; height: auto; }
.course-line { fill: none; stroke: var(--course); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.course-limit { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 8 5; }
.course-span { fill: var(--bad); fill-opacity: 0.14; }
.number { font-size: 1.75rem; font-weight: 700; letter-spacing: 0.1em; }
label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; }
input, textarea { font: inherit; width: 6rem; box-sizing: border-box; padding: 0.5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--back); color: var(--text); }
textarea { width: 100%; }
summary { padding: 0.75rem 0; cursor: pointer; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.25rem; }
.buttons:has(button + button) { flex-direction: column; }
html:has(.has-thumb) { scroll-padding-bottom: 7rem; }
.thumb { padding: 0.75rem 1.25rem calc(0.75rem + env(safe-area-inset-bottom)); border-top: 1px solid var(--edge); background: var(--back); }
.thumb button { flex: 1; min-height: 4rem; font-size: 1.25rem; border-radius: 12px; }
@media (max-width: 35.99rem) { .has-thumb { padding-bottom: 8rem; } .thumb { position: fixed; inset: auto 0 0; margin: 0; } }
@media (min-width: 36rem) { .has-thumb form { display: contents; } .thumb { position: sticky; bottom: 0; margin: 1.25rem -2rem -1px; padding: 0.75rem 2rem; } }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0.6rem 1rem; border: 0; border-radius: 6px; background: var(--button); color: var(--on-button); cursor: pointer; }
.buttons button + button, .buttons button:has(+ button) { border: 1px solid var(--line); background: transparent; color: var(--text); text-align: start; }
button:disabled { opacity: 0.6; cursor: progress; }
button:focus-visible, input:focus-visible, textarea:focus-visible, summary:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
[hidden] { display: none; }
`;

/** The page's policy allows only this style, by its hash. */
export function linkStyleOf({ look }: Pick<LinkPage, "look">): string {
	if (!look?.primary) return linkStyle;
	const colors = `--button: ${look.primary}; --on-button: ${textOn(look.primary)};`;
	// After both schemes, because the button has the same color in them.
	return `${linkStyle}:root { ${colors} }\n`;
}

type LinkPageProps = {
	page: LinkPage;
	number: string | null;
	complaint: string | null;
	comment: string;
	isDone: boolean;
};

export function renderLinkPage(props: LinkPageProps): string {
	return `<!doctype html>${(<LinkDocument {...props} />).toString()}`;
}

function LinkDocument({ page, number, complaint, comment, isDone }: LinkPageProps) {
	const { brand, look, language, title, text, choices, takesComment, alert } = page;
	return (
		<html lang={language} dir="ltr">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex, nofollow" />
				<meta name="referrer" content="no-referrer" />
				<title>{`${title} · ${brand}`}</title>
				<style>{raw(linkStyleOf(page))}</style>
			</head>
			<body>
				<main class={alert && choices.length > 0 ? "has-thumb" : undefined}>
					<p class="brand" dir="auto">
						{look?.logoLight ? (
							<Logo image={look.logoLight} name={brand} />
						) : (
							<>
								{brand === neutralProductName && <Mark />}
								{brand}
							</>
						)}
					</p>
					{alert ? <AlertHead alert={alert} /> : <h1>{title}</h1>}
					{isDone && <Done title={alert ? title : null} />}
					{text.map((line) => (
						<p dir="auto">{line}</p>
					))}
					{choices.length > 0 && (
						<form method="post">
							{complaint !== null && (
								<p class="bad" role="alert" id="complaint">
									{complaint}
								</p>
							)}
							{number !== null && <ByNumber {...{ number, complaint }} isFirst={alert === undefined} />}
							{takesComment && <Comment comment={comment} isFolded={alert !== undefined && comment === ""} />}
							<div class={alert ? "buttons thumb" : "buttons"}>
								{choices.map(({ value, label }) => (
									<button type="submit" name="choice" value={value}>
										{label}
									</button>
								))}
							</div>
						</form>
					)}
					{choices.length > 0 && number !== null && <script>{raw(pressScript)}</script>}
					{look !== undefined && look.foot.length > 0 && (
						<footer class="foot">
							{look.foot.map((line) => (
								<p dir="auto">{line}</p>
							))}
						</footer>
					)}
				</main>
			</body>
		</html>
	);
}

type ByNumberProps = {
	number: string;
	complaint: string | null;
	/** False: focus would scroll the content above out of view. */
	isFirst: boolean;
};

function ByNumber({ number, complaint, isFirst }: ByNumberProps) {
	return (
		<div id="by-number" data-asked={complaint === null ? undefined : ""}>
			<p id="shown">
				To show that a person does this, type this number: <span class="number">{number}</span>
			</p>
			<label for="number">Number</label>
			<input
				id="number"
				name="number"
				inputmode="numeric"
				autocomplete="off"
				maxlength={2}
				autofocus={isFirst || complaint !== null}
				aria-describedby={complaint === null ? "shown" : "complaint shown"}
				aria-invalid={complaint === null ? undefined : "true"}
			/>
			<input type="hidden" name={pressField} />
			<input type="hidden" name="chosen" />
		</div>
	);
}

function Comment({ comment, isFolded }: { comment: string; isFolded: boolean }) {
	const field = (
		<>
			<label for="comment">Comment (optional)</label>
			<textarea id="comment" name="comment" rows={3} maxlength={1000}>
				{comment}
			</textarea>
		</>
	);
	if (!isFolded) return field;
	return (
		<details>
			<summary>Add a comment</summary>
			{field}
		</details>
	);
}

function AlertHead({ alert }: { alert: LinkAlert }) {
	const { isCritical, state, place, value, readAt, limit, instruction, course: trend } = alert;
	const words = [limit, readAt === null ? null : `read ${readAt}`].filter((each) => each !== null).join(", ");
	return (
		<div class="alert">
			<p class={isCritical ? "state bad" : "state"}>{state}</p>
			<h1 dir="auto">{place}</h1>
			{value !== null && <p class="value">{value}</p>}
			{words !== "" && <p class="soft">{words.charAt(0).toUpperCase() + words.slice(1)}</p>}
			{trend && <Trend trend={trend} />}
			{instruction !== "" && (
				<div class="todo">
					<h2>What to do</h2>
					<p dir="auto">{instruction}</p>
				</div>
			)}
		</div>
	);
}

function Done({ title }: { title: string | null }) {
	return (
		<div class="done" role="status">
			<svg viewBox="0 0 40 40" aria-hidden="true">
				<circle cx="20" cy="20" r="20" />
				<path d="m11 20.5 6.5 6.5 12-13" />
			</svg>
			<p>
				{title !== null && <b dir="auto">{title}</b>}
				<span>Done. You can close this page.</span>
			</p>
		</div>
	);
}

function Mark() {
	return (
		<svg class="mark" viewBox="0 0 26 26" aria-hidden="true">
			<rect width="26" height="26" rx="8" fill="#0b7285" />
			<path d="M13 6c3.4 4.5 4.6 6.2 4.6 8.7a4.6 4.6 0 0 1-9.2 0C8.4 12.2 9.6 10.5 13 6Z" fill="#fff" />
		</svg>
	);
}

const logoHeight = 40;
const logoWidth = 240;

function Logo({ image: { hash, width, height }, name }: { image: BrandImage; name: string }) {
	const scale = Math.min(logoHeight / height, logoWidth / width);
	const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
	return <img class="logo" src={`${brandImagePath}${hash}`} alt={name} {...size} />;
}
