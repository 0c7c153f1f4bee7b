import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { StudyForm } from "../../client/features/mapping-studies/study-form";
import { StudyScreen } from "../../client/features/mapping-studies/study-screen";
import type { ChannelLatest } from "../../shared/device/device";
import type { FloorPlan } from "../../shared/device/floor-plan";
import type { Group } from "../../shared/device/group";
import type { Quantity } from "../../shared/formats/units";
import type { PositionResult, StudyFigures, StudyView } from "../../shared/report/study-view";
import { mappingStudy } from "../mapping-study";
import { sampleDevice } from "./sample-device";
import { sampleFile, sampleRun } from "./sample-report";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

beforeEach(() => () => vi.restoreAllMocks());
afterEach(() => page.viewport(1280, 800));

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

const position = (name: string, digit: string, changes: Partial<PositionResult> = {}): PositionResult => ({
	name,
	deviceId: idOf("dev", digit),
	channelId: idOf("chn", digit),
	at: null,
	state: "passed",
	marks: [],
	lost: null,
	readings: 200,
	lowest: 3,
	lowestAt: 0,
	highest: 5,
	highestAt: 0,
	mean: 4,
	kinetic: 4.1,
	outMs: 0,
	unknownMs: 0,
	stillMs: null,
	...changes,
});
const positions = [
	position("Door", "2", { at: { x: 10, y: 20 }, state: "failed", marks: ["warmest"], mean: 6.04, outMs: 5_400_000 }),
	position("Back", "4", { at: { x: 40_000, y: 20 }, stillMs: 111_600_000 }),
	position("Shelf", "6", {
		...{ at: { x: 10, y: 50_000 }, state: "open", lost: "gone", readings: 0 },
		...{ lowest: null, highest: null, mean: null, outMs: null },
	}),
	position("Ceiling", "8"),
];
const figures: StudyFigures = { criteria: [], positions, decimals: 1 };
const tables = [{ title: "Positions", columns: ["Position", "Mean"], rows: [["Door", "6.04"]] }];
const ended: StudyView = {
	id: idOf("rep", "8"),
	name: "Cold room",
	version: 4,
	study: mappingStudy({ groupId, planId: plan.id, startedAt: Date.UTC(2026, 1, 1), endedAt: Date.UTC(2026, 1, 3) }),
	signed: { by: "Ben", at: Date.UTC(2026, 0, 31) },
	run: sampleRun({ files: [sampleFile(idOf("fil", "9"))] }),
};

function screenOf(studies: StudyView[], { role = "owner", ...others }: Record<string, unknown> = {}) {
	const current = { me: { role, name: "Ana", email: "ana@aqlcloud.test" }, timeZone: "UTC" };
	stubCalls({
		...replies,
		"account.getCurrent": () => current,
		"report.getStudies": () => studies,
		"report.previewStudy": () => ({ tables, figures }),
		...(others as typeof replies),
	});
	const group = { id: groupId, name: "Cold store", deviceIds: [] } as unknown as Group;
	return show(<StudyScreen group={group} devices={[]} />, { at: `/groups/${groupId}` });
}

describe("the result of a mapping study", () => {
	it("tells positions apart by shape and words, and reads their figures to the keyboard", async () => {
		const screen = await screenOf([ended]);
		await screen.getByRole("button", { name: "Show the result" }).click();
		const door = screen.getByRole("button", { name: "Door, Limits not met, 6.04 °C highest mean" });
		await expect.element(door).toBeVisible();
		await expect.element(screen.getByRole("button", { name: /^Shelf, / })).toHaveAttribute("data-state", "open");
		const shapes = ["failed", "open", "passed"].map((state) => {
			const shape = screen.container.querySelector(`li[data-state="${state}"] > span`) ?? document.body;
			const { borderRadius, borderStyle, rotate, transform } = getComputedStyle(shape);
			return [borderRadius, borderStyle, rotate, transform].join(" ");
		});
		expect(new Set(shapes).size).toBe(3);
		await expect.element(screen.getByText("1 position is not on the plan: Ceiling")).toBeVisible();
		await expect.element(screen.getByText("Point at a position", { exact: false })).toBeVisible();
		door.element().focus();
		await userEvent.keyboard("{ArrowRight}");
		const still = "Its sensor did not change for 1 d 7 h, while another position did.";
		await expect.element(screen.getByText(still, { exact: false })).toBeVisible();
		await expect.element(screen.getByText("Back: Limits met · Mean over time: 4", { exact: false })).toBeVisible();
		await screen.getByRole("combobox", { name: "Value on the plan" }).click();
		await screen.getByRole("option", { name: "Time outside" }).click();
		await expect.element(screen.getByRole("button", { name: /^Door, .*, 1 h 30 min highest mean$/ })).toBeVisible();
	});

	it("says that its plan is gone or not loaded, and shows the tables", async () => {
		const failing = () => {
			throw new Denied({ httpStatus: 403, reason: "NOT_PERMITTED" });
		};
		const screen = await screenOf([ended], { "group.getFloorPlans": () => [] });
		await screen.getByRole("button", { name: "Show the result" }).click();
		await expect.element(screen.getByText("is no longer there", { exact: false })).toBeVisible();
		await expect.element(screen.getByRole("region", { name: "Positions" })).toBeVisible();
		await screen.unmount();
		const other = await screenOf([ended], { "group.getFloorPlans": failing });
		await other.getByRole("button", { name: "Show the result" }).click();
		await expect.element(other.getByText("could not be loaded", { exact: false })).toBeVisible();
		await expect.element(other.getByRole("cell", { name: "6.04" })).toBeVisible();
	});

	it("shows why its figures cannot be read", async () => {
		const failing = () => {
			throw new Denied({ httpStatus: 403, reason: "NOT_PERMITTED" });
		};
		const screen = await screenOf([ended], { "report.previewStudy": failing });
		await screen.getByRole("button", { name: "Show the result" }).click();
		await expect.element(screen.getByRole("alert")).toBeVisible();
	});
});

describe("the screen of mapping studies", () => {
	it("leads back to its group, and offers a first study to those who may make one", async () => {
		const screen = await screenOf([]);
		const back = screen.getByRole("link", { name: "Cold store" });
		await expect.element(back).toHaveAttribute("href", `/groups/${groupId}`);
		await page.viewport(390, 800);
		const middleOf = (element: Element | null) => {
			const { top = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
			return top + height / 2;
		};
		const { width, height } = back.element().getBoundingClientRect();
		expect([width, height]).toEqual([36, 36]);
		expect(middleOf(back.element().querySelector("svg"))).toBeCloseTo(middleOf(back.element()), 0);
		await expect.element(screen.getByText("No mapping study yet")).toBeVisible();
		await expect.element(screen.getByRole("button", { name: "New study" })).toBeVisible();
		await screen.unmount();
		const viewers = await screenOf([], { role: "viewer" });
		await expect.element(viewers.getByText("No mapping study yet")).toBeVisible();
		expect(viewers.getByRole("button", { name: "New study" }).query()).toBeNull();
	});

	it("offers a viewer an ended study's result, and nothing that changes it", async () => {
		const screen = await screenOf([ended], { role: "viewer" });
		await expect.element(screen.getByRole("button", { name: "Show the result" })).toBeVisible();
		expect(
			screen
				.getByRole("button")
				.elements()
				.map((button) => button.textContent),
		).toEqual(["Show the result"]);
	});
});
