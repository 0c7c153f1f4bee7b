import * as z from "zod/mini";
import { t } from "../../../words/made/derived";
import { humidAirKind } from "../humid-air-kind";
import { converter } from "../kind";

/** The equation falls with the temperature from 65 °C on. */
const hottestAir = 60;

/** The most by which the index falls with warmer or moister air, in °C: at 40 °F, to the next equation. */
const largestFall = 1.75;

export const heatIndex = humidAirKind(z.object({}), {
	name: "heatIndex",
	title: t("heatIndex"),
	text: t("heatIndex.text"),
	result: null,
	computation: () => ({
		compute: ([celsius, humidity]) => (celsius > hottestAir ? null : heatIndexOf(celsius, humidity)),
		rises: [true, true, true],
		enclose: ([coldest, driest], [warmest, wettest]) => [
			heatIndexOf(Math.min(coldest, hottestAir), driest) - largestFall,
			heatIndexOf(Math.min(warmest, hottestAir), wettest) + largestFall,
		],
	}),
});

const fahrenheit = converter("°C", "°F");
const celsiusOf = converter("°F", "°C");

function heatIndexOf(celsius: number, humidity: number): number {
	return celsiusOf(inFahrenheit(fahrenheit(celsius), humidity));
}

// Source: https://www.wpc.ncep.noaa.gov/html/heatindex_equation.shtml; up to 40 °F, NOAA's calculator.
function inFahrenheit(t: number, rh: number): number {
	if (t <= 40) return t;
	const simple = (t + 0.5 * (t + 61 + (t - 68) * 1.2 + rh * 0.094)) / 2;
	if (simple < 80) return simple;
	const regression =
		-42.379 +
		2.04901523 * t +
		10.14333127 * rh -
		0.22475541 * t * rh -
		0.00683783 * t * t -
		0.05481717 * rh * rh +
		0.00122874 * t * t * rh +
		0.00085282 * t * rh * rh -
		0.00000199 * t * t * rh * rh;
	if (rh < 13 && t >= 80 && t <= 112) return regression - ((13 - rh) / 4) * Math.sqrt((17 - Math.abs(t - 95)) / 17);
	if (rh > 85 && t >= 80 && t <= 87) return regression + ((rh - 85) / 10) * ((87 - t) / 5);
	return regression;
}
