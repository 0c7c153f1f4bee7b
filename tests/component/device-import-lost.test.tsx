import { useQueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { deviceList } from "../../client/api/device-list";
import { useDeviceImport } from "../../client/features/devices/csv-import/import-devices-dialog";
import { deviceRow } from "../client/list-rows";
import { show } from "./show";
import { lost, stubCalls } from "./stubbed-calls";

const elsewhere = deviceRow("Cellar", { serialNumber: null });

let creations = 0;
beforeEach(() => {
	creations = 0;
	vi.stubGlobal("fetch", async (address: RequestInfo | URL) => {
		const { url } = new Request(address);
		if (url.includes("createDevices")) {
			creations += 1;
			throw new TypeError("Failed to fetch");
		}
		return Response.json([{ result: { data: { json: [elsewhere] } } }]);
	});
	return () => vi.unstubAllGlobals();
});

function Importing() {
	useQueryClient().setQueryData(deviceList().queryKey, []);
	const { outcomes, failure, start } = useDeviceImport();
	const line = { line: 2, input: { name: "Cellar", channels: [] } };
	return (
		<>
			<button type="button" onClick={() => void start([line])}>
				Go on
			</button>
			<output>
				{[...outcomes.values()].map((each) => (each.kind === "added" ? `added ${each.key}` : each.kind)).join() ||
					"none"}
			</output>
			<p>{failure ?? "No failure"}</p>
		</>
	);
}

test("A device whose response was lost is sent again with the same key, and its own key comes with the response", async () => {
	const keys: string[] = [];
	let isOut = true;
	const results = {
		"device.getDevices": () => [],
		"device.createDevices": () => (isOut ? lost : [{ id: elsewhere.id, key: "aqd_shown" }]),
	};
	const calls = stubCalls(results, keys);
	await show(<Importing />);
	const goOn = page.getByRole("button", { name: "Go on" });
	await goOn.click();
	await expect.element(page.getByText("unsure")).toBeVisible();
	isOut = false;
	await goOn.click();
	await expect.element(page.getByText("added aqd_shown")).toBeVisible();
	const sent = keys.filter((_, position) => calls[position]?.procedure === "device.createDevices");
	expect(sent).toEqual([expect.stringMatching(/^[\w-]{36}$/), sent[0]]);
});

test("A device that another person added is not taken for a line whose response was lost", async () => {
	await show(<Importing />);
	const goOn = page.getByRole("button", { name: "Go on" });
	await goOn.click();
	await expect.element(page.getByText("unsure")).toBeVisible();
	await goOn.click();
	await expect.poll(() => creations).toBe(2);
	await expect.element(page.getByText("unsure")).toBeVisible();
});
