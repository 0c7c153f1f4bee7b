import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { resources } from "../../backend/api/resources";
import { createNewId } from "../../backend/base/ids";

const newId = createNewId(0);

type Target = {
	url: string;
	url_options: { params: { key: string; value: string }[] };
	columns: { selector: string; type: string }[];
	format: string;
	parser: string;
};

const file = fileURLToPath(new URL("../../docs/grafana-dashboard.json", import.meta.url));
const dashboard = JSON.parse(readFileSync(file, "utf8"));
const variables: { name: string; query: { infinityQuery?: Target } }[] = dashboard.templating.list;
const targets: Target[] = dashboard.panels.flatMap((panel: { targets: Target[] }) => panel.targets);

/** What Grafana puts in for each variable. */
const values: Record<string, string> = {
	"${channel:csv}": `${newId("channel")},${newId("channel")}`,
	"${__from}": "1772000000000",
	"${__to}": "1772086400000",
	"${step}": "auto",
};

const listOf = ({ url }: Target) => resources[url.replace("/api/v1/", "")];

describe("the Grafana dashboard", () => {
	it("makes at most ten calls a refresh, once a minute at most", () => {
		expect(targets.length + variables.filter(({ query }) => query.infinityQuery).length).toBeLessThanOrEqual(10);
		expect([dashboard.refresh, ...dashboard.timepicker.refresh_intervals].filter((each) => /s$/.test(each))).toEqual(
			[],
		);
	});

	it.each(targets)("requests a list of the API with parameters that it takes: $url", (target) => {
		const given = target.url_options.params.map(({ key, value }) => [key, values[value] ?? value]);
		expect(listOf(target)?.parameters.safeParse(Object.fromEntries(given)).error).toBeUndefined();
	});

	it.each(targets)("takes columns that the rows have: $url", (target) => {
		const fields = Object.keys(listOf(target)?.row.shape ?? {});
		for (const { selector } of target.columns) expect(fields).toContain(selector.split(".")[0]);
	});

	it("leaves rows long, as Grafana fills the gaps of wide ones with the value before", () => {
		for (const { format, parser } of targets) expect([format, parser]).toEqual(["table", "backend"]);
	});
});
