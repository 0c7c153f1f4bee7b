/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { type BrandImage, brandImagePath, neutralProductName } from "../../shared/account/brand";
import { textOn } from "../../shared/account/brand-colors";
import { plainPageStyle } from "../../shared/base/plain-page";
import type { LinksTranslate } from "../../shared/words/made/links";
import { wordsIn } from "../../shared/words/made/links-in";
import type { LinkAlert, LinkPage } from "./link-action";
import { pressField, pressScript } from "./press-script";
import { Trend } from "./trend-drawing";

const linkStyle = `${plainPageStyle}h2 { font-size: 1rem; margin: 1rem 0 0.25rem; }
.logo { display: block; padding: 4px; border-radius: 6px; background: #ffffff; }
.foot { margin-top: 2.5rem; padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--ink-soft); font-size: 0.875rem; }
.foot p { margin: 0; }
.bad { color: var(--bad-ink); font-weight: 600; }
.state { margin: 1rem 0 0; font-weight: 600; }
.alert h1 { margin: 0; }
.value { margin: 0.25rem 0 0; font-size: 3.25rem; font-weight: 600; line-height: 1.1; font-variant-numeric: tabular-nums; }
.done { display: flex; align-items: center; gap: 0.9rem; margin: 1rem 0; padding: 1rem; border-radius: 10px; background: var(--ok-soft); }
.done svg { flex: none; width: 40px; height: 40px; }
.done circle { fill: var(--ok); }
.done path { fill: none; stroke: var(--panel); stroke-width: 3.5; stroke-linecap: round; stroke-linejoin: round; }
.done p { margin: 0; }
.done b { display: block; font-size: 1.25rem; line-height: 1.3; }
.soft { margin: 0; color: var(--ink-soft); }
.todo { margin: 1rem 0; padding: 0.75rem 1rem; border-radius: 8px; background: var(--ground); white-space: pre-line; }
.todo h2 { margin: 0; }
.todo p { margin: 0; }
figure { margin: 1rem 0; }
figcaption { color: var(--ink-soft); font-size: 0.875rem; }
figure svg { display: block; width: 100%; height: auto; }
.course-line { fill: none; stroke: var(--brand); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.course-limit { stroke: var(--bad-ink); stroke-width: 1.5; stroke-dasharray: 8 5; }
.course-span { fill: var(--bad-ink); fill-opacity: 0.14; }
.number { font-size: 1.75rem; font-weight: 700; letter-spacing: 0.1em; }
label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; }
input, textarea { font: inherit; width: 6rem; box-sizing: border-box; min-height: 44px; padding: 0.5rem; border: 1px solid var(--line-control); border-radius: 8px; background: var(--panel); color: var(--ink); }
textarea { width: 100%; }
summary { padding: 0.75rem 0; cursor: pointer; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.25rem; }
.buttons:has(button + button) { flex-direction: column; }
html:has(.has-thumb) { scroll-padding-bottom: 7rem; }
.thumb { padding: 0.75rem 1.25rem calc(0.75rem + env(safe-area-inset-bottom)); border-top: 1px solid var(--line); background: var(--panel); }
.thumb button { flex: 1; min-height: 4rem; font-size: 1.25rem; border-radius: 12px; }
@media (max-width: 35.99rem) { .has-thumb { padding-bottom: 8rem; } .thumb { position: fixed; inset: auto 0 0; margin: 0; } }
@media (min-width: 36rem) { .has-thumb form { display: contents; } .thumb { position: sticky; bottom: 0; margin: 1.25rem -28px -1px; padding: 0.75rem 28px; } }
.buttons button + button, .buttons button:has(+ button) { border: 1px solid var(--line-control); background: transparent; color: var(--ink); text-align: start; }
button:disabled { opacity: 0.6; cursor: progress; }
[hidden] { display: none; }
`;

/** The page's policy allows only this style, by its hash. */
export function linkStyleOf({ look }: Pick<LinkPage, "look">): string {
	if (!look?.primary) return linkStyle;
	const colors = `--brand-fill: ${look.primary}; --brand-ink: ${textOn(look.primary)};`;
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

type Say = { say: LinksTranslate };

/** A text that takes the place of an element. */
const mark = "\u0000";

export function renderLinkPage(props: LinkPageProps): string {
	return `<!doctype html>${(<LinkDocument {...props} />).toString()}`;
}

function LinkDocument({ page, number, complaint, comment, isDone }: LinkPageProps) {
	const { brand, look, language, title, text, choices, takesComment, alert } = page;
	const say = wordsIn(language);
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
				<header class="brand" dir="auto">
					{look?.logoLight ? (
						<Logo image={look.logoLight} name={brand} />
					) : (
						<>
							{brand === neutralProductName && <Mark />}
							{brand}
						</>
					)}
				</header>
				<main class={alert && choices.length > 0 ? "has-thumb" : undefined}>
					{alert ? <AlertHead alert={alert} language={language} /> : <h1>{title}</h1>}
					{isDone && <Done title={alert ? title : null} say={say} />}
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
							{number !== null && (
								<ByNumber number={number} complaint={complaint} isFirst={alert === undefined} say={say} />
							)}
							{takesComment && <Comment comment={comment} isFolded={alert !== undefined && comment === ""} say={say} />}
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
} & Say;

function ByNumber({ number, complaint, isFirst, say }: ByNumberProps) {
	const [before, after] = say("typeNumber", { number: mark }).split(mark);
	return (
		<div id="by-number" data-asked={complaint === null ? undefined : ""}>
			<p id="shown">
				{before}
				<span class="number">{number}</span>
				{after}
			</p>
			<label for="number">{say("number")}</label>
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

function Comment({ comment, isFolded, say }: { comment: string; isFolded: boolean } & Say) {
	const field = (
		<>
			<label for="comment">{say("comment")}</label>
			<textarea id="comment" name="comment" rows={3} maxlength={1000}>
				{comment}
			</textarea>
		</>
	);
	if (!isFolded) return field;
	return (
		<details>
			<summary>{say("comment.add")}</summary>
			{field}
		</details>
	);
}

function AlertHead({ alert, language }: { alert: LinkAlert; language: string }) {
	const { isCritical, state, place, value, readAt, limit, instruction, course: trend } = alert;
	const say = wordsIn(language);
	const words = limitWords();
	return (
		<div class="alert">
			<p class={isCritical ? "state bad" : "state"}>{state}</p>
			<h1 dir="auto">{place}</h1>
			{value !== null && <p class="value">{value}</p>}
			{words !== "" && <p class="soft">{words.charAt(0).toLocaleUpperCase(language) + words.slice(1)}</p>}
			{trend && <Trend trend={trend} language={language} />}
			{instruction !== "" && (
				<div class="todo">
					<h2>{say("whatToDo")}</h2>
					<p dir="auto">{instruction}</p>
				</div>
			)}
		</div>
	);

	function limitWords(): string {
		if (readAt === null) return limit ?? "";
		return limit === null ? say("read", { time: readAt }) : say("read.limit", { limit, time: readAt });
	}
}

function Done({ title, say }: { title: string | null } & Say) {
	return (
		<div class="done" role="status">
			<svg viewBox="0 0 40 40" aria-hidden="true">
				<circle cx="20" cy="20" r="20" />
				<path d="m11 20.5 6.5 6.5 12-13" />
			</svg>
			<p>
				{title !== null && <b dir="auto">{title}</b>}
				<span>{say("done")}</span>
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

const logoHeight = 32;
const logoWidth = 240;

function Logo({ image: { hash, width, height }, name }: { image: BrandImage; name: string }) {
	const scale = Math.min(logoHeight / height, logoWidth / width);
	const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
	return <img class="logo" src={`${brandImagePath}${hash}`} alt={name} {...size} />;
}
