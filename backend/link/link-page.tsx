/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { type BrandImage, brandImagePath } from "../../shared/brand";
import { textOn } from "../../shared/brand-colors";
import type { LinkPage } from "./link-action";

const linkStyle = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --bad: #b42318; --button: #1864ab; --on-button: #ffffff; --line: #8c959f; --back: #ffffff; --ring: #1864ab; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9da7b3; --bad: #ff8f85; --button: #1864ab; --on-button: #ffffff; --line: #6e7681; --back: #12161c; --ring: #4dabf7; } }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0 1rem; }
.logo { display: inline-block; padding: 6px; border-radius: 6px; background: #ffffff; }
.foot { margin-top: 2.5rem; padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.875rem; }
.foot p { margin: 0; }
.brand { color: var(--soft); margin: 0; font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.number { font-size: 1.75rem; font-weight: 700; letter-spacing: 0.1em; }
label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; }
input, textarea { font: inherit; width: 6rem; box-sizing: border-box; padding: 0.5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--back); color: var(--text); }
textarea { width: 100%; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.25rem; }
button { font: inherit; font-weight: 600; padding: 0.6rem 1rem; border: 0; border-radius: 6px; background: var(--button); color: var(--on-button); cursor: pointer; }
button:focus-visible, input:focus-visible, textarea:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
`;

/** Its hash stands in the policy of a page, which allows no other style and no script. */
export function linkStyleOf({ look }: Pick<LinkPage, "look">): string {
	if (!look?.primary) return linkStyle;
	const colors = `--button: ${look.primary}; --on-button: ${textOn(look.primary)};`;
	// Behind both schemes, as the button is the same in them.
	return `${linkStyle}:root { ${colors} }\n`;
}

type LinkPageProps = {
	page: LinkPage;
	/** To be copied into the form; null: nothing asks for it. */
	number: string | null;
	complaint: string | null;
	/** As typed, where nothing was done. */
	comment: string;
	isDone: boolean;
};

/** Without scripts: whatever reads mails can show it. */
export function renderLinkPage(props: LinkPageProps): string {
	return `<!doctype html>${(<LinkDocument {...props} />).toString()}`;
}

function LinkDocument({ page, number, complaint, comment, isDone }: LinkPageProps) {
	const { brand, look, language, title, text, choices, takesComment } = page;
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
				<main>
					<p class="brand" dir="auto">
						{look?.logoLight ? <Logo image={look.logoLight} name={brand} /> : brand}
					</p>
					<h1>{title}</h1>
					{isDone && <p role="status">Done. You can close this page.</p>}
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
								<>
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
										autofocus
										aria-describedby={complaint === null ? "shown" : "complaint shown"}
										aria-invalid={complaint === null ? undefined : "true"}
									/>
								</>
							)}
							{takesComment && (
								<>
									<label for="comment">Comment (optional)</label>
									<textarea id="comment" name="comment" rows={3} maxlength={1000}>
										{comment}
									</textarea>
								</>
							)}
							<div class="buttons">
								{choices.map(({ value, label }) => (
									<button type="submit" name="choice" value={value}>
										{label}
									</button>
								))}
							</div>
						</form>
					)}
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

const logoHeight = 40;
const logoWidth = 240;

function Logo({ image: { hash, width, height }, name }: { image: BrandImage; name: string }) {
	const scale = Math.min(logoHeight / height, logoWidth / width);
	const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
	return <img class="logo" src={`${brandImagePath}${hash}`} alt={name} {...size} />;
}
