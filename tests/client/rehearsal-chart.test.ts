import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RehearsalChart } from "../../client/features/alerts/rehearsal-chart";
import { limitLines } from "../../shared/alert/alert-sentence";
import { conditions } from "../conditions";

const channel = {
	id: "chn_1",
	name: "Air",
	quantity: "temperature" as const,
	unit: "°C",
	decimals: 1,
	low: [3, 4],
	high: [4, 9],
};

test.each(conditions)("A rehearsal draws the limits that the chart of readings draws: %j", (condition) => {
	const chart = RehearsalChart({ channel, excursions: [], condition, span: { from: 0, until: 1 }, label: "Air" });
	expect(renderToStaticMarkup(chart).split("<line").length - 1).toBe(limitLines(condition).length);
});
