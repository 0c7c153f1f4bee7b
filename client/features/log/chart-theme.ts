import { seriesCount } from "./series-look";

/** The colours of a drawing on canvas, which knows no custom properties. Read again when the scheme changes. */
export type ChartTheme = {
	series: string[];
	ink: string;
	grid: string;
	alert: string;
	offline: string;
	mark: string;
	fontFamily: string;
};

export function readChartTheme(): ChartTheme {
	const tokens = getComputedStyle(document.documentElement);
	const token = (name: string) => tokens.getPropertyValue(name).trim();
	return {
		series: Array.from({ length: seriesCount }, (_, index) => token(`--series-${index}`)),
		ink: token("--ink-soft"),
		grid: token("--line-soft"),
		alert: token("--bad"),
		offline: token("--off"),
		mark: token("--warn"),
		fontFamily: getComputedStyle(document.body).fontFamily,
	};
}
