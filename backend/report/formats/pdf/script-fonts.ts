/** Fonts of other scripts, as the backend's assets are named. local/tasks/font-assets.ts says where they come from. */
const japanese = "BIZUDPGothic_400Regular.ttf";
const chinese = "NotoSansSC_400Regular.ttf";
const korean = "NanumGothic_400Regular.ttf";
const thai = "NotoSansThai_400Regular.ttf";

const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30FF\uFF00-\uFFEF]/u;
const drawn =
	/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hangul}\p{Script=Thai}\p{Script=Common}]$/u;

/** Files in which the letters of a text may be, the best first. */
export function scriptFontsOf(text: string, language: string | undefined): string[] {
	return [
		...(/\p{Script=Thai}/u.test(text) ? [thai] : []),
		...(/\p{Script=Hangul}/u.test(text) ? [korean] : []),
		...(han.test(text) ? (language === "ja" ? [japanese, chinese] : [chinese, japanese]) : []),
	];
}

/** Whether a text has letters of a script that reports do not draw, such as Arabic, Hebrew or Devanagari. */
export function isUndrawn(text: string): boolean {
	return (text.match(/\p{L}/gu) ?? []).some((letter) => !drawn.test(letter) && !han.test(letter));
}
