import { beforeEach, describe, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { DerivedDialog } from "../../client/device-actions/derived/derived-dialog";
import { DerivedForMany } from "../../client/device-actions/derived/derived-for-many";
import { LatestCard } from "../../client/features/device-page/overview/latest-card";
import { CalibrationCard } from "../../client/features/device-page/settings/calibration-card";
import { DerivedCard } from "../../client/features/device-page/settings/derived-card";
import type { DerivedDefinition } from "../../shared/device/derived/definition";
import type { ChannelLatest } from "../../shared/device/device";
import type { Quantity } from "../../shared/formats/units";
import { sampleDevice } from "./sample-device";
import { show } from "./show";
import { Denied, lost, stubCalls } from "./stubbed-calls";

beforeEach(() => () => vi.restoreAllMocks());

const idOf = (letter: string) => `chn_${letter.repeat(26)}`;
const channel = (letter: string, name: string, quantity: Quantity, unit: string): ChannelLatest => ({
	id: idOf(letter),
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
const air = channel("a", "Air", "temperature", "°C");
const humidity = channel("h", "Humidity", "humidity", "%");
const definition: DerivedDefinition = {
	kind: "dewPoint",
	sources: [
		{ role: "temperature", channelId: air.id },
		{ role: "humidity", channelId: humidity.id },
	],
	driver: humidity.id,
	toleranceSeconds: 30,
	options: { referredTo: "water" },
};
const dewPoint: ChannelLatest = { ...channel("d", "Dew point", "temperature", "°C"), derived: definition };
const greenhouse = sampleDevice({ name: "Greenhouse", channels: [air, humidity] });
const withDewPoint = { ...greenhouse, channels: [air, humidity, dewPoint] };

const from = Date.now() - 7 * 86_400_000;
const preview = {
	channel: { quantity: "temperature", unit: "°C", decimals: 1 },
	formula: "Dew point (Air, Humidity)",
	from,
	to: Date.now(),
	at: [from + 3_600_000, from + 7_200_000],
	value: [8.2, 9.4],
	values: 2,
	without: 0,
	lowest: 8.2,
	highest: 9.4,
};
const pairing = { driver: humidity.id, toleranceSeconds: 45, pairedShare: 1 };
const replies = { "device.getDerivedPairing": () => pairing, "device.previewDerivedChannel": () => preview };
const noClose = () => {};
const dialogOf = (device: typeof greenhouse, edited: ChannelLatest | null = null) =>
	show(<DerivedDialog device={device} channel={edited} isOpen onClose={noClose} />);

describe("the dialog that adds a derived value", () => {
	it("proposes sources and a name, shows a preview, and saves with the proposed pairing", async () => {
		const calls = stubCalls({ ...replies, "device.addDerivedChannel": () => withDewPoint });
		const screen = await dialogOf(greenhouse);
		await expect.element(screen.getByRole("combobox", { name: "What to compute" })).toHaveValue("Dew point");
		await expect.element(screen.getByRole("combobox", { name: "Temperature" })).toHaveValue("Air (°C)");
		await expect.element(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Dew point");
		const part = screen.getByRole("region", { name: "Preview" });
		await expect.element(part.getByText("9.4 °C").first()).toBeVisible();
		await expect.element(part.getByText("All 2 readings of Humidity give a value.")).toBeVisible();
		await expect.element(screen.getByText(/Rules and reports of all temperature \(°C\) take it too/)).toBeVisible();
		await screen.getByText(/^Not possible here/).click();
		await expect.element(screen.getByText(/^Difference: needs 2 channels whose units convert/)).toBeVisible();
		await screen.getByRole("button", { name: "Add derived value" }).click();
		const { driver, toleranceSeconds } = pairing;
		await expect
			.poll(() => calls.find(({ procedure }) => procedure === "device.addDerivedChannel")?.input)
			.toEqual({
				deviceId: greenhouse.id,
				version: 1,
				name: "Dew point",
				definition: { ...definition, driver, toleranceSeconds },
			});
	});

	it("warns when few readings go together, and where to look", async () => {
		const given = { ...preview, values: 2, without: 98 };
		stubCalls({ ...replies, "device.previewDerivedChannel": () => given });
		const screen = await dialogOf(greenhouse);
		await expect
			.element(screen.getByText(/^2 of 100 readings of Humidity give a value\. .*Look under More/))
			.toBeVisible();
	});

	it("shows errors at their fields, and the first takes the focus", async () => {
		stubCalls(replies);
		const screen = await dialogOf(greenhouse);
		await userEvent.fill(screen.getByRole("textbox", { name: "Name" }), "air");
		await screen.getByText("More", { exact: true }).click();
		const tolerance = screen.getByRole("textbox", { name: /^Others at most/ });
		await userEvent.fill(tolerance, "-1");
		await screen.getByRole("button", { name: "Add derived value" }).click();
		const name = screen.getByRole("textbox", { name: "Name" });
		await expect
			.element(name)
			.toHaveAccessibleDescription(expect.stringContaining("Another channel of this device has this name."));
		await expect.element(name).toHaveFocus();
		await expect.element(tolerance).toHaveAccessibleDescription(expect.stringContaining("from 0 to 3600"));
	});

	it("keeps what was typed when the account cannot be reached, and shows the limit's sentence", async () => {
		const denials = [lost, new Denied({ fields: { name: "At most 8 derived values." } })];
		stubCalls({
			...replies,
			"device.addDerivedChannel": () => {
				const next = denials.shift();
				if (next instanceof Denied) throw next;
				return next;
			},
		});
		const screen = await dialogOf(greenhouse);
		await userEvent.fill(screen.getByRole("textbox", { name: "Name" }), "Condensation");
		const add = screen.getByRole("button", { name: "Add derived value" });
		await add.click();
		await expect.element(screen.getByRole("alert").getByText(/Can't reach AQLCloud/)).toBeVisible();
		await expect.element(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Condensation");
		await add.click();
		await expect
			.element(screen.getByRole("textbox", { name: "Name" }))
			.toHaveAccessibleDescription(expect.stringContaining("At most 8 derived values."));
	});

	it("orders the channels of a sum by keyboard", async () => {
		const phases = ["x", "y", "z"].map((letter) => channel(letter, `Phase ${letter}`, "power", "W"));
		const calls = stubCalls({ ...replies, "device.addDerivedChannel": () => greenhouse });
		const screen = await dialogOf({ ...greenhouse, channels: phases });
		const kind = screen.getByRole("combobox", { name: "What to compute" });
		await kind.click();
		await screen.getByRole("option", { name: "Sum", exact: true }).click();
		screen.getByRole("button", { name: "Add channel" }).element().focus();
		await userEvent.keyboard("{Enter}");
		screen.getByRole("button", { name: "Move channel 3 up" }).element().focus();
		await userEvent.keyboard("{Enter}");
		await screen.getByRole("button", { name: "Add derived value" }).click();
		await expect
			.poll(() => calls.find(({ procedure }) => procedure === "device.addDerivedChannel")?.input)
			.toMatchObject({
				definition: { kind: "sum", sources: ["x", "z", "y"].map((letter) => ({ channelId: idOf(letter) })) },
			});
	});

	it("states what is missing on a device that allows nothing", async () => {
		const screen = await dialogOf({ ...greenhouse, channels: [] });
		await expect.element(screen.getByText("Dew point: needs a temperature channel.")).toBeVisible();
	});
});

describe("the derived values of a device", () => {
	it("lists them with their formula, edits one with its stored pairing, and names what uses it before removing it", async () => {
		const uses = { rules: [{ id: `alt_${"1".repeat(26)}`, name: "Condensation" }], reports: [], walls: [] };
		const calls = stubCalls({
			...replies,
			"device.getDerivedUses": () => uses,
			"device.changeDerivedChannel": () => withDewPoint,
			"device.removeDerivedChannel": () => greenhouse,
		});
		const screen = await show(<DerivedCard device={withDewPoint} denial={null} />);
		await expect.element(screen.getByText("Dew point (Air, Humidity)")).toBeVisible();
		await screen.getByRole("button", { name: "Edit Dew point" }).click();
		const dialog = screen.getByRole("dialog", { name: "Edit Dew point" });
		await userEvent.fill(dialog.getByRole("textbox", { name: "Name" }), "Dew");
		await dialog.getByRole("button", { name: "Save" }).click();
		await expect
			.poll(() => calls.find(({ procedure }) => procedure === "device.changeDerivedChannel")?.input)
			.toEqual({ channelId: dewPoint.id, version: 1, name: "Dew", definition });
		await expect.element(dialog).not.toBeInTheDocument();
		await screen.getByRole("button", { name: "Remove Dew point" }).click();
		const question = screen.getByRole("dialog", { name: "Remove Dew point?" });
		await expect.element(question.getByRole("link", { name: "Condensation" })).toBeVisible();
		await question.getByRole("button", { name: "Remove derived value" }).click();
		await expect.element(question).not.toBeInTheDocument();
		expect(calls.at(-1)).toMatchObject({ input: { channelId: dewPoint.id, version: 1 } });
	});

	it("marks a computed channel with its formula, also for the keyboard, and offers no calibration of it", async () => {
		const screen = await show(
			<>
				<LatestCard device={withDewPoint} day="none" />
				<CalibrationCard device={withDewPoint} denial={null} />
			</>,
		);
		const mark = screen.getByRole("img", { name: "Computed: Dew point (Air, Humidity)" });
		await expect.element(mark).toBeVisible();
		mark.element().focus();
		await expect.element(mark).toHaveFocus();
		expect(screen.getByRole("button", { name: "Calibrate Air" }).query()).not.toBeNull();
		expect(screen.getByRole("button", { name: "Calibrate Dew point" }).query()).toBeNull();
	});
});

describe("a derived value for many devices", () => {
	it("takes channels by their names, and shows how many devices were skipped and why", async () => {
		const latest = [
			{ quantity: "temperature" as const, value: 4, name: "Air" },
			{ quantity: "humidity" as const, value: 60 },
		];
		const devices = ["1", "2"].map((letter) => ({ ...greenhouse, id: `dev_${letter.repeat(26)}`, latest }));
		const reason = "No channel named Air.";
		const calls = stubCalls({
			...replies,
			"device.getDevice": () => greenhouse,
			"device.addDerivedChannels": () => ({
				added: 1,
				undoId: `und_${"1".repeat(26)}`,
				skipped: [{ reason, devices: 1 }],
			}),
			"account.undo": () => ({ restored: 0, skipped: 1, usedBy: [{ name: "Condensation", devices: 1 }] }),
		});
		const screen = await show(<DerivedForMany devices={devices} onClose={noClose} />);
		await expect.element(screen.getByText("Preview on Greenhouse: the newest 7 days")).toBeVisible();
		await screen.getByRole("button", { name: "Add to 2 devices" }).click();
		await expect.element(screen.getByText("Added to 1 device.")).toBeVisible();
		await expect.element(screen.getByText(`1 device: ${reason}`)).toBeVisible();
		expect(calls.find(({ procedure }) => procedure === "device.addDerivedChannels")?.input).toEqual({
			deviceIds: devices.map(({ id }) => id),
			name: "Dew point",
			definition: {
				kind: "dewPoint",
				sources: [
					{ role: "temperature", channelName: "Air" },
					{ role: "humidity", channelName: "Humidity" },
				],
				driver: "Humidity",
				toleranceSeconds: 45,
				options: { referredTo: "water" },
			},
		});
		await screen.getByRole("button", { name: "Undo" }).click();
		await expect.element(screen.getByText("Removed from no device.")).toBeVisible();
		await expect.element(screen.getByText("Condensation needs it on 1 device.")).toBeVisible();
		await expect.element(screen.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
		await expect.element(screen.getByRole("button", { name: "Done" })).toHaveFocus();
	});
});
