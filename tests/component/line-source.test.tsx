import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LineSourceView } from "../../client/features/integrations/line-source";
import type { CountLineFilter, LineSource } from "../../shared/device/line-series";
import { show } from "./show";

const keyId = `key_${"1".repeat(26)}`;
const integration = {
	id: keyId,
	name: "Telegraf",
	isCreatingDevices: false,
	lastUsedAt: null,
	createdAt: new Date(0),
	previousKeyUntil: null,
	json: null,
};

const heardAt = Date.UTC(2026, 10, 29, 10);
const waiting = (series: string, value: number) => ({ series, count: 3, at: heardAt, value, heardAt });

const source: LineSource = {
	last: { at: heardAt, lines: 412, stored: 0, waiting: 400, texts: 2, leftOut: 1 },
	waiting: [waiting("climate,host=cellar air", 4.5), waiting("climate,host=cellar hum", 61), waiting("load value", 1)],
	waitingCount: 3,
	chosen: [],
	chosenCount: 0,
	notStored: [
		{ receivedAt: heardAt, line: 7, reason: "future", text: "climate,host=cellar air=1 4294967295000000000" },
	],
};

type Call = { name: string; input: unknown };

/** Stubs calls by the last part of the procedure's path. Returns the calls in order. */
function stubCalls(results: Record<string, (input: unknown) => unknown>): Call[] {
	const calls: Call[] = [];
	vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
		const name = new URL(String(url), location.origin).pathname.split(".").at(-1) ?? "";
		const sent =
			typeof init?.body === "string" ? init.body : new URL(String(url), location.origin).searchParams.get("input");
		const input = sent === null ? null : JSON.parse(sent)[0]?.json;
		calls.push({ name, input });
		const result = await results[name]?.(input);
		if (result instanceof Response) return result;
		return Response.json({ result: { data: { json: result ?? [] } } });
	});
	return calls;
}

function View() {
	const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
	return (
		<QueryClientProvider client={client}>
			<LineSourceView integration={integration} onBack={() => {}} />
		</QueryClientProvider>
	);
}

test("The series that wait are listed by device, with their last value, beside what was not stored", async () => {
	stubCalls({ getLineSource: () => source });
	await show(<View />);
	const region = page.getByRole("region", { name: "Waiting series (3)" });
	await expect.poll(() => region.query()?.textContent ?? "").toContain("Last value 4.5");
	for (const text of ["412 lines", "1 line or value was not stored.", "2 fields of text were ignored."]) {
		expect(document.body.textContent).toContain(text);
	}
	await expect.element(region.getByRole("button", { name: "Choose device for cellar" })).toBeVisible();
	await expect
		.element(region.getByRole("button", { name: "Choose device for Without a tag that names a device" }))
		.toBeVisible();
	await expect.element(page.getByText("the time is more than a day ahead")).toBeVisible();
});

test("A new device takes the series that are not left waiting, and an error stands at its field", async () => {
	let isTaken = true;
	const calls = stubCalls({
		getLineSource: () => source,
		chooseLineSeries: () => {
			if (!isTaken) return { deviceId: `dev_${"1".repeat(26)}` };
			const fields = { "series.0.channel.name": "Channel names must differ." };
			const data = { code: "BAD_REQUEST", httpStatus: 400, fields };
			return Response.json({ error: { json: { message: "", code: -32600, data } } }, { status: 400 });
		},
	});
	await show(<View />);
	await page.getByRole("button", { name: "Choose device for cellar" }).click();
	await expect.element(page.getByRole("textbox", { name: "Name of the new device" })).toHaveValue("cellar");
	await page.getByRole("combobox", { name: "Channel for climate,host=cellar air" }).click();
	await page.getByRole("option", { name: "Leave it waiting" }).click();
	const name = page.getByRole("textbox", { name: "Name of the channel for climate,host=cellar hum" });
	await expect.element(name).toHaveValue("climate hum");
	await name.fill("Humidity");
	await page.getByRole("button", { name: "Store from now on" }).click();
	await expect.element(name).toHaveAttribute("aria-invalid", "true");
	await expect.element(name).toHaveValue("Humidity");
	isTaken = false;
	await userEvent.click(page.getByRole("button", { name: "Store from now on" }));
	await expect.element(page.getByRole("region", { name: "Waiting series (3)" })).toBeVisible();
	const series = [{ series: "climate,host=cellar hum", channel: { name: "Humidity" } }];
	const sent = calls.filter(({ name: called }) => called === "chooseLineSeries").map(({ input }) => input);
	expect(sent).toEqual([
		{ keyId, device: { name: "cellar" }, series },
		{ keyId, device: { name: "cellar" }, series },
	]);
});

test("A source that has heard nothing shows the address to send to", async () => {
	const nothing = { ...source, last: null, waiting: [], waitingCount: 0, notStored: [] };
	stubCalls({ getLineSource: () => nothing });
	await show(<View />);
	await expect.element(page.getByText("No line has come in the last day.")).toBeVisible();
	await expect.element(page.getByText(location.origin)).toBeVisible();
});

test("A filter shows how many series it accepts before it is added, and an error stands at its field", async () => {
	let isTaken = true;
	const filters = [{ measurement: "climate", tags: [], field: "*" }];
	const calls = stubCalls({
		getLineSource: () => ({ ...source, filters }),
		countLineFilter: (input) => {
			const { tags, field } = (input as CountLineFilter).filter; // the schema's type
			return field === "*" ? 2 : tags.length === 1 ? 1 : 0;
		},
		changeLineFilter: () => {
			if (!isTaken) return null;
			const fields = { "filter.measurement": "At most 50 filters." };
			const data = { code: "BAD_REQUEST", httpStatus: 400, fields };
			return Response.json({ error: { json: { message: "", code: -32600, data } } }, { status: 400 });
		},
	});
	await show(<View />);
	const region = page.getByRole("region", { name: "Filters that accept series" });
	await userEvent.fill(region.getByRole("textbox", { name: "Measurement" }), "cli*");
	await expect.element(region.getByText("2 of the waiting series are accepted.")).toBeVisible();
	await userEvent.fill(region.getByRole("textbox", { name: "Field" }), "a*");
	await userEvent.fill(region.getByRole("textbox", { name: "Tags" }), "host=cel*, site");
	await expect.element(region.getByText("0 of the waiting series are accepted.")).toBeVisible();
	await userEvent.fill(region.getByRole("textbox", { name: "Tags" }), "host=cel*");
	await expect.element(region.getByText("1 of the waiting series is accepted.")).toBeVisible();
	await userEvent.click(region.getByRole("button", { name: "Add filter" }));
	await expect.element(region.getByText("At most 50 filters.")).toBeVisible();
	isTaken = false;
	await userEvent.click(region.getByRole("button", { name: "Add filter" }));
	const added = { measurement: "cli*", tags: [{ key: "host", value: "cel*" }], field: "a*" };
	const sent = () => calls.filter(({ name }) => name === "changeLineFilter").map(({ input }) => input);
	await expect.poll(() => sent().at(-1)).toEqual({ keyId, filter: added, isAccepting: true });
	await userEvent.click(region.getByRole("button", { name: "Remove the filter climate *" }));
	await expect.poll(() => sent().at(-1)).toEqual({ keyId, filter: filters[0], isAccepting: false });
});

test("The button of a filter stays under the pointer while its count comes", async () => {
	const counted = Promise.withResolvers<number>();
	stubCalls({ getLineSource: () => ({ ...source, filters: [] }), countLineFilter: () => counted.promise });
	await show(<View />);
	const region = page.getByRole("region", { name: "Filters that accept series" });
	await userEvent.fill(region.getByRole("textbox", { name: "Measurement" }), "cli*");
	const button = region.getByRole("button", { name: "Add filter" }).element();
	const top = button.getBoundingClientRect().top;
	counted.resolve(2);
	await expect.element(region.getByText("2 of the waiting series are accepted.")).toBeVisible();
	expect(button.getBoundingClientRect().top).toBe(top);
});
