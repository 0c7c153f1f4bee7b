import { describe, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { CalibrationDialog } from "../../client/features/device-page/settings/calibration-dialog";
import { SettingsForm } from "../../client/features/device-page/settings/settings-form";
import type { GroupListRow } from "../../shared/device/group";
import { groupRow } from "../client/list-rows";
import { mayAll, sampleDevice } from "./sample-device";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const device = sampleDevice();

/** The largest form takes long to draw on a busy machine. */
const patience = { timeout: 60_000 };

describe("the settings of a device", patience, () => {
	test("show errors at their fields, the first of which takes the focus", async () => {
		const screen = await show(<SettingsForm device={device} groups={[]} rights={mayAll} />);
		const field = (name: string) => screen.getByRole("textbox", { name, exact: true }).first();
		await userEvent.fill(field("Latitude"), "100");
		await userEvent.fill(field("Longitude"), "east");
		await userEvent.fill(field("Name"), " ");
		await userEvent.click(screen.getByRole("button", { name: "Save", exact: true }));
		for (const [name, complaint] of [
			["Name", "Enter a name."],
			["Latitude", "From −90 to 90."],
			["Longitude", "Enter a number."],
		] as const)
			await expect.element(field(name)).toHaveAccessibleDescription(expect.stringContaining(complaint));
		await expect.element(field("Name")).toHaveFocus();
	});

	test("show nothing in a field of a coordinate that is not set", async () => {
		const place = { latitude: null, longitude: null };
		const screen = await show(<SettingsForm device={sampleDevice(place)} groups={[]} rights={mayAll} />);
		for (const name of ["Latitude", "Longitude"]) {
			const field = screen.getByRole("textbox", { name, exact: true });
			await expect.element(field).toHaveValue("");
			await expect.element(field).not.toHaveAttribute("placeholder");
			await expect.element(field).toHaveAccessibleDescription(/^Decimal degrees, such as/);
		}
	});

	test("stay fixed for a person who may not change them, and offer no saving", async () => {
		const rights = { ...mayAll, edit: "Your role cannot change devices." };
		const screen = await show(<SettingsForm device={device} groups={[]} rights={rights} />);
		await expect.element(screen.getByRole("textbox", { name: "Name", exact: true }).first()).toBeDisabled();
		expect(screen.getByRole("button", { name: "Save", exact: true }).query()).toBeNull();
	});

	test("name the clock of the group that gives it, which may be left for an own one and taken again", async () => {
		const clock = { timezoneOffset: -420, timeZoneRule: 1 as const };
		const groups: GroupListRow[] = [
			{
				id: `grp_${"1".repeat(26)}`,
				name: "Zone giver",
				description: "",
				colour: null,
				kind: "static",
				deviceCount: 1,
				defaults: { clock },
				useCounts: { alerts: 0, reports: 0, users: 0, groups: 0 },
			},
		];
		const [group] = groups;
		const groupIds = group ? [group.id] : [];
		const inheriting = sampleDevice({ ...clock, groupIds, inherited: { clock: groupIds[0] ?? null } });
		const screen = await show(<SettingsForm device={inheriting} groups={groups} rights={mayAll} />);
		const rule = screen.getByRole("combobox", { name: "Clock mode" });
		const standard = screen.getByRole("combobox", { name: "Standard time" });
		const inherited = "Inherited from Zone giver (UTC−07:00, logger daylight time (Mar 8 to Nov 6))";
		const giversText = screen.getByText(/^UTC−07:00, logger daylight time \(Mar 8 to Nov 6\)\./);
		await expect.element(rule).toHaveValue(inherited);
		await expect.element(giversText).toBeVisible();
		expect(standard.query()).toBeNull();

		await userEvent.click(rule);
		await userEvent.click(screen.getByRole("option", { name: "Local time, no daylight saving" }));
		await userEvent.click(standard);
		await userEvent.click(screen.getByRole("option", { name: "UTC+05:45" }));
		await expect.element(screen.getByText(/^UTC\+05:45, all year\./)).toBeVisible();
		await userEvent.click(rule);
		await userEvent.click(screen.getByRole("option", { name: inherited }));
		await expect.element(giversText).toBeVisible();
		expect(standard.query()).toBeNull();
	});
});

describe("the setting of how a device sends", patience, () => {
	const group = groupRow(`grp_${"1".repeat(26)}`, { name: "Doors", defaults: { sends: "changes" } });
	const inherits = sampleDevice({ groupIds: [group.id], sends: "changes", inherited: { sends: group.id } });
	const regular = { ...inherits, version: 2, sends: "regular" as const, inherited: {} };
	const inherited = "Inherited from Doors (changes only)";

	test("names the group that gives it, which may be left for an own one and followed again", async () => {
		const saved = [regular, { ...inherits, version: 3 }];
		const calls = stubCalls({ "device.updateDevice": () => saved.shift() });
		const updates = () =>
			calls.filter(({ procedure }) => procedure === "device.updateDevice").map(({ input }) => input);
		const screen = await show(<SettingsForm device={inherits} groups={[group]} rights={mayAll} />);
		const sends = screen.getByRole("combobox", { name: "Sends readings" });
		const save = screen.getByRole("button", { name: "Save", exact: true });
		await expect.element(sends).toHaveValue(inherited);
		await userEvent.click(sends);
		await userEvent.click(screen.getByRole("option", { name: "Regularly" }));
		await userEvent.click(save);
		await expect.poll(updates).toEqual([{ deviceId: inherits.id, version: 1, sends: "regular" }]);
		await expect.element(sends).toHaveValue("Regularly");
		await userEvent.click(sends);
		await userEvent.click(screen.getByRole("option", { name: inherited }));
		await userEvent.click(save);
		await expect.poll(() => updates()[1]).toEqual({ deviceId: inherits.id, version: 2, inherit: ["sends"] });
	});
});

describe("the form of a calibration", () => {
	test("complains at the first field that holds no number, and says what would come of what is typed", async () => {
		const [channel = null] = device.channels;
		const screen = await show(<CalibrationDialog device={device} channel={channel} onClose={() => {}} />);
		const field = (name: string) => screen.getByRole("textbox", { name, exact: true });
		const save = screen.getByRole("button", { name: "Save calibration" });
		await userEvent.click(save);
		await expect.element(field("Reading (°C)")).toHaveAccessibleDescription(expect.stringContaining("Enter a number."));
		await expect.element(field("Reading (°C)")).toHaveFocus();
		await userEvent.fill(field("Reading (°C)"), "4");
		await userEvent.click(save);
		await expect
			.element(field("Reference value (°C)"))
			.toHaveAccessibleDescription(expect.stringContaining("Enter a number."));
		await userEvent.fill(field("Reference value (°C)"), "4,5");
		await expect.element(screen.getByText(/^What it sent \+ 0\.5 °C\./)).toBeVisible();
	});
});
