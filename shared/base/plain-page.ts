/* The ground of pages that a link in a message opens. They load no file of the console but its font. */

/** The console's stable URL of the font, for pages that know no file hashes. */
export const plainPageFont = `
@font-face { font-family: "Inter Variable"; font-display: swap; font-weight: 100 900; src: url(/fonts/inter-latin.woff2) format("woff2"); unicode-range: U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD; }`;

const tokens = [
	"ground",
	"panel",
	"line",
	"line-control",
	"ink",
	"ink-soft",
	"bad-ink",
	"ok",
	"ok-soft",
	"brand",
	"brand-fill",
	"brand-ink",
] as const;

type PageTokens = Record<(typeof tokens)[number], string>;

export const plainPageTokens: Record<"light" | "dark", PageTokens> = {
	light: {
		ground: "#f7f9fa",
		panel: "#ffffff",
		line: "#e3e8ec",
		"line-control": "#8795a0",
		ink: "#10212b",
		"ink-soft": "#51656f",
		"bad-ink": "#b42222",
		ok: "#2b8a3e",
		"ok-soft": "#e6f6ea",
		brand: "#0b7285",
		"brand-fill": "#0b7285",
		"brand-ink": "#ffffff",
	},
	dark: {
		ground: "#0d161b",
		panel: "#131f26",
		line: "#22323b",
		"line-control": "#5d717c",
		ink: "#e7eff3",
		"ink-soft": "#a3b4bd",
		"bad-ink": "#ff9c9c",
		ok: "#69db7c",
		"ok-soft": "#16301d",
		brand: "#3bc9db",
		"brand-fill": "#3bc9db",
		"brand-ink": "#06262b",
	},
};

const rootOf = (scheme: PageTokens) => `:root { ${tokens.map((name) => `--${name}: ${scheme[name]};`).join(" ")} }`;

/** A bar with the brand over one card, as the console shows invitations (client/features/membership). */
export const plainPageStyle = `${plainPageFont}
@font-face { font-family: "Inter Fallback"; src: local("Arial"), local("Liberation Sans"), local("Helvetica Neue"), local("Roboto"); ascent-override: 90.44%; descent-override: 22.52%; line-gap-override: 0%; size-adjust: 107.12%; }
:root { color-scheme: light dark; }
${rootOf(plainPageTokens.light)}
@media (prefers-color-scheme: dark) { ${rootOf(plainPageTokens.dark)} }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 16px/1.5 "Inter Variable", "Inter Fallback", system-ui, sans-serif; }
.brand { display: flex; align-items: center; gap: 10px; box-sizing: border-box; min-height: 56px; margin: 0; padding: 8px 20px; background: var(--panel); border-bottom: 1px solid var(--line); font-weight: 600; overflow-wrap: anywhere; }
.mark { flex: none; width: 26px; height: 26px; }
main { max-width: 480px; box-sizing: border-box; margin: 0 auto; padding: 24px 20px 28px; background: var(--panel); overflow-wrap: anywhere; }
@media (min-width: 36rem) { main { margin: clamp(24px, 9vh, 96px) auto 40px; padding: 28px; border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 1px 2px #10212b0a, 0 4px 16px #10212b08; } }
h1 { font-size: 20px; line-height: 1.3; letter-spacing: -0.01em; margin: 0 0 12px; }
button, .button { box-sizing: border-box; display: inline-block; min-height: 44px; padding: 10px 18px; border: 0; border-radius: 8px; background: var(--brand-fill); color: var(--brand-ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
`;
