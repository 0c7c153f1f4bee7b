import { useState } from "react";
import { expect, test } from "vitest";
import { page as browser, userEvent } from "vitest/browser";
import { Distributions } from "../../client/chart/distribution/distribution-view";
import { hourMs, minuteMs } from "../../shared/base/durations";
import type { Distribution, DistributionPage } from "../../shared/log/distribution";
import {
	durationCurve,
	HeldValueSums,
	histogramOf,
	meanOverTime,
	msBeyond,
	percentileOf,
} from "../../shared/log/held-values";
import { air, device, SignedIn } from "./log-parts";
import { show } from "./show";

const limited = { ...air, min: 2, max: 8 };
const core = { ...limited, id: "chn_00000000000000000000000003", name: "Core" };

type Held = [value: number, minutes: number][];

function distribution(channel: number, held: Held, changes: Partial<Distribution> = {}): Distribution {
	const sums = new HeldValueSums();
	for (const [value, minutes] of held) sums.add(value, minutes * minuteMs);
	const values = sums.values();
	const histogram = histogramOf(values);
	const { belowMs, aboveMs } = msBeyond(values, limited);
	const [lowest = 0, highest = 0] = [values.value[0], values.value.at(-1)];
	return {
		channel,
		isOf: "readings",
		knownMs: values.totalMs,
		unknownMs: 0,
		outMs: belowMs + aboveMs,
		figures: histogram && {
			lowest,
			percentiles: [5, 50, 95].map((percent) => percentileOf(values, percent) ?? 0),
			highest,
			mean: meanOverTime(values) ?? 0,
			belowMs,
			aboveMs,
			histogram,
			curve: durationCurve(values),
		},
		...changes,
	};
}

const cooled: Held = [
	[1.5, 30],
	[4, 600],
	[5, 300],
	[9, 30],
];

function pageOf(changes: Partial<DistributionPage> = {}): DistributionPage {
	const mean = Array.from({ length: 48 }, (_, hour) => (hour === 26 ? null : hour === 30 ? 9 : 4 + hour / 48));
	return {
		from: 0,
		to: 47 * hourMs,
		devices: [device],
		channels: [limited, core],
		distributions: [distribution(0, cooled), distribution(1, [[5.5, 960]])],
		without: [],
		leftOut: 0,
		map: { channel: 0, firstDay: Date.UTC(2026, 2, 7), mean, hours: [24, 23] },
		...changes,
	};
}

function Shown({ page }: { page: DistributionPage }) {
	const [chosenId, setChosenId] = useState<string | null>(null);
	return (
		<SignedIn>
			<Distributions page={page} hiddenIds={[]} chosenId={chosenId} onChoose={setChosenId} />
		</SignedIn>
	);
}

const rowOf = (name: RegExp) => browser.getByRole("row", { name });
const figure = (name: RegExp) => browser.getByRole("figure", { name });

test("states percentiles and the time out of limits of each channel, and reads the limits off the curve", async () => {
	await show(<Shown page={pageOf()} />);
	for (const text of ["1.5 °C", "4.0 °C", "9.0 °C", "1 h (6.3 %)", "16 h (100 %)"]) {
		await expect
			.element(
				rowOf(/Cold room · Air/)
					.getByRole("cell", { name: text })
					.first(),
			)
			.toBeVisible();
	}
	await expect.element(rowOf(/Cold room · Core/).getByRole("cell", { name: "Never" })).toBeVisible();
	const curves = figure(/at or above each value, Cold room · Air/);
	await expect
		.element(curves.getByRole("img"))
		.toHaveAccessibleName(
			/of 2 channels\. Min 2\.0 °C: below 3\.1 % of the time; max 8\.0 °C: above 3\.1 % of the time\./,
		);
	await expect.element(curves.getByText("max 8.0 °C: above 3.1 % of the time")).toBeVisible();
});

test("opens each picture as a table by the keyboard", async () => {
	await show(<Shown page={pageOf()} />);
	for (const [name, rows, text] of [
		[/^Time at each value/, 17, "3.94 to 4.13 °C"],
		[/at or above each value/, 5, "34.4 %"],
		[/^Hours and days/, 3, "9.0 °C"],
	] as const) {
		const summary = figure(name).getByText("As a table").element();
		if (summary instanceof HTMLElement) summary.focus();
		await userEvent.keyboard("{Enter}");
		if (rows < 10) await expect.poll(() => figure(name).getByRole("row").elements().length).toBe(rows);
		await expect.element(figure(name).getByRole("table").getByText(text).first()).toBeVisible();
	}
	const skipped = figure(/^Hours and days/)
		.getByRole("row", { name: /Mar 08/ })
		.getByRole("cell")
		.nth(2);
	await expect.element(skipped).toHaveTextContent("—");
	await expect.element(figure(/^Hours and days/).getByText(/Mar 08.* has 23 hours\./)).toBeVisible();
	await expect.element(figure(/^Hours and days/).getByText("out of limits")).toBeVisible();
});

test("shows the pictures of the chosen channel, the map once it is loaded", async () => {
	await show(<Shown page={pageOf()} />);
	await userEvent.click(browser.getByRole("combobox", { name: "Pictures of" }));
	await userEvent.click(browser.getByRole("option", { name: "Cold room · Core" }));
	await expect
		.element(figure(/^Time at each value, Cold room · Core/).getByRole("img"))
		.toHaveAccessibleName(/most of the time, 100 %, at 5\.5 °C/);
	await expect.element(figure(/^Hours and days/)).not.toBeInTheDocument();
});

test("shows a door as open and closed, without a curve", async () => {
	const door = { ...air, name: "Door", quantity: "door" as const, unit: "", decimals: 0 };
	const states = distribution(0, [
		[0, 57],
		[1, 3],
	]);
	const mean = Array.from({ length: 24 }, (_, hour) => (hour === 3 ? 0.5 : 0));
	const map = { channel: 0, firstDay: 0, mean, hours: [24] };
	await show(<Shown page={pageOf({ channels: [door], distributions: [{ ...states, outMs: null }], map })} />);
	await expect.element(rowOf(/^Cold room/).getByRole("cell", { name: "5.0 % (3 min)" })).toBeVisible();
	await expect.element(figure(/^Time at each value/).getByRole("img")).toHaveAccessibleName(/95\.0 %, at Closed/);
	await expect.element(figure(/at or above/)).not.toBeInTheDocument();
	await expect.element(figure(/^Hours/).getByRole("img")).toHaveAccessibleName(/open for 0 % to open for 50\.0 %/);
});

test.each([
	["no reading", pageOf({ distributions: [distribution(0, [])], map: null }), /No reading holds in this range/],
	["no channel", pageOf({ channels: [], distributions: [], map: null }), /No reading holds in this range/],
	[
		"a direction",
		pageOf({ distributions: [], without: [{ channel: 0, reason: "angle" }], map: null }),
		/turn in a circle/,
	],
	[
		"a counter's use",
		pageOf({ distributions: [], without: [{ channel: 0, reason: "use" }], map: null }),
		/Use adds up/,
	],
	[
		"a long range",
		pageOf({ distributions: [distribution(0, cooled, { isOf: "means" })], map: null }),
		/means of quarter hours/,
	],
	["a range without a map", pageOf({ map: null }), /shows up to 400 days/],
	["one value", pageOf({ distributions: [distribution(0, [[4.2, 60]])], map: null }), /100 % of the time at 4\.2 °C/],
] as const)("says what there is to see of %s", async (_, page, text) => {
	await show(<Shown page={page} />);
	await expect.element(browser.getByText(text).first()).toBeVisible();
});
