/** First match wins: most browsers name those they descend from as well. */
const browsers: [RegExp, string][] = [
	[/\bEdg(e|A|iOS)?\//, "Edge"],
	[/\bOPR\/|\bOpera\b/, "Opera"],
	[/\bSamsungBrowser\//, "Samsung Internet"],
	[/\bVivaldi\//, "Vivaldi"],
	[/\bFirefox\/|\bFxiOS\//, "Firefox"],
	[/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
	[/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
	[/\biPhone\b/, "iPhone"],
	[/\biPad\b/, "iPad"],
	[/\bAndroid\b/, "Android"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bWindows\b/, "Windows"],
	[/\bMac OS X\b|\bMacintosh\b/, "macOS"],
	[/\bLinux\b/, "Linux"],
];

const read = 512;

/** `Firefox on Windows`. Names from these lists only, so that nothing a client sends is ever shown. */
export function browserLabel(userAgent: string | null): string {
	const text = (userAgent ?? "").slice(0, read);
	const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
	const [browser, system] = [nameIn(browsers), nameIn(systems)];
	if (browser === undefined && system === undefined) return "Unknown browser";
	return system === undefined ? (browser ?? "") : `${browser ?? "A browser"} on ${system}`;
}
