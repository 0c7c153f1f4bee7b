import { beforeEach, describe, expect, it, vi } from "vitest";
import { StudyForm } from "../../client/features/mapping-studies/study-form";
import type { ChannelLatest } from "../../shared/device/device";
import type { FloorPlan } from "../../shared/device/floor-plan";
import type { Quantity } from "../../shared/formats/units";
import type { StudyView } from "../../shared/report/study-view";
import { mappingStudy } from "../mapping-study";
import { sampleDevice } from "./sample-device";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

beforeEach(() => () => vi.restoreAllMocks());

const idOf = (kind: string, digit: string) => `${kind}_${digit.repeat(26)}`;
const channel = (digit: string, name: string, quantity: Quantity, unit: string): ChannelLatest => ({
	id: idOf("chn", digit),
	name,
	quantity,
	unit,
	decimals: 1,
	min: null,
	max: null,
	value: 4,
	at: Date.now() - 60_000,
	calibrations: [],
});
const door = sampleDevice({
	id: idOf("dev", "1"),
	name: "Logger 1",
	channels: [channel("1", "Door", "door", ""), channel("2", "Air", "temperature", "°C")],
});
const back = sampleDevice({
	id: idOf("dev", "2"),
	name: "Logger 2",
	channels: [channel("3", "Humidity", "humidity", "%"), channel("4", "Probe", "temperature", "°C")],
});
const groupId = idOf("grp", "5");
const plan: FloorPlan = {
	id: idOf("pln", "6"),
	groupId,
	parentId: null,
	name: "Ground floor",
	altText: "A hall",
	attachmentId: idOf("att", "7"),
	width: 800,
	height: 600,
	version: 1,
	devices: [
		{ deviceId: door.id, x: 10, y: 20 },
		{ deviceId: back.id, x: 30, y: 40 },
	],
};
const replies = {
	"group.getFloorPlans": () => [plan],
	"device.getDevice": (input: unknown) => (JSON.stringify(input).includes(back.id) ? back : door),
};
const devices = [door, back].map(({ id, name }) => ({ id, name }));
const noClose = () => {};

const formOf = (study: StudyView | null = null, isAgain = false) =>
	show(
		<StudyForm
			group={{ id: groupId, deviceIds: [door.id, back.id] }}
			devices={devices}
			study={study}
			isAgain={isAgain}
			onClose={noClose}
		/>,
	);

describe("the form of a mapping study", () => {
	it("takes over the devices of a floor plan, with channels that measure the same", async () => {
		const calls = stubCalls({ ...replies, "report.saveStudy": () => ({ reportId: "rep", version: 1, runId: null }) });
		const screen = await formOf();
		await screen.getByLabelText("Name").fill("Cold room");
		await screen.getByLabelText("What it maps").fill("The empty room");
		await screen.getByRole("combobox", { name: "Floor plan (optional)" }).click();
		await screen.getByRole("option", { name: "Ground floor" }).click();
		await screen.getByRole("button", { name: "Take over its devices" }).click();
		const second = screen.getByRole("group", { name: "Position 2" });
		await expect.element(second.getByRole("combobox", { name: "Channel" })).toHaveValue("Probe (°C)");
		await screen.getByLabelText("Lowest allowed (°C)").fill("2,5");
		await screen.getByLabelText("Highest allowed (°C)").fill("8");
		await screen.getByRole("button", { name: "Save and make the file" }).click();
		await vi.waitFor(() => expect(calls.at(-1)?.procedure).toBe("report.saveStudy"));
		expect(calls.at(-1)?.input).toMatchObject({
			reportId: null,
			planId: plan.id,
			positions: [
				{ name: "Logger 1", channelId: idOf("chn", "2"), at: { x: 10, y: 20 } },
				{ name: "Logger 2", channelId: idOf("chn", "4"), at: { x: 30, y: 40 } },
			],
			criteria: { min: 2.5, max: 8, outMinutes: 0, spread: null, hours: 24, coverage: 95 },
		});
	});

	it("sends nothing without a limit or a position, and says so at the fields", async () => {
		const calls = stubCalls(replies);
		const screen = await formOf();
		await screen.getByLabelText("Name").fill("Cold room");
		const save = screen.getByRole("button", { name: "Save and make the file" });
		await save.click();
		await expect.element(screen.getByText("Add a position.")).toBeVisible();
		await expect.element(screen.getByText("Enter what the study maps.")).toBeVisible();
		await expect.element(screen.getByLabelText("Lowest allowed")).toHaveAttribute("aria-invalid", "true");
		await screen.getByLabelText("Lowest allowed").fill("cold");
		const coverage = screen.getByLabelText("Least time with data at a position (percent)");
		await coverage.fill("many");
		await save.click();
		await expect.element(coverage).toHaveAttribute("aria-invalid", "true");
		await expect.element(screen.getByLabelText("Lowest allowed")).toHaveAttribute("aria-invalid", "true");
		expect(calls.map(({ procedure }) => procedure)).not.toContain("report.saveStudy");
	});

	it("repeats a study with its positions and criteria, and shows a denial at its field", async () => {
		const positions = [{ name: "Door", deviceId: door.id, channelId: idOf("chn", "2"), at: null }];
		const study = mappingStudy({ groupId, positions });
		const view = { id: idOf("rep", "8"), name: "Cold room", version: 4, study, signed: null, run: null };
		const denied = new Denied({ fields: { "positions.0.channelId": "All positions have the same unit." } });
		const calls = stubCalls({
			...replies,
			"report.saveStudy": () => {
				throw denied;
			},
		});
		const screen = await formOf(view, true);
		await expect.element(screen.getByLabelText("Highest allowed (°C)")).toHaveValue("8");
		await screen.getByRole("button", { name: "Save and make the file" }).click();
		await expect.element(screen.getByText("All positions have the same unit.")).toBeVisible();
		const row = screen.getByRole("group", { name: "Position 1" }).element();
		const tops = [...row.querySelectorAll(".mantine-Input-wrapper, button")].map(
			(control) => control.getBoundingClientRect().top,
		);
		expect(tops.length).toBeGreaterThan(3);
		// The buttons of a row begin with its fields, and nothing gives way to the error.
		expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(1);
		await expect.element(screen.getByLabelText("What it maps")).toHaveValue(study.purpose);
		expect(calls.at(-1)?.input).toMatchObject({ reportId: null, version: null, repeats: view.id, positions });
	});
});
