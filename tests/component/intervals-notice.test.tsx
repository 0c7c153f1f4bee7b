import { expect, test } from "vitest";
import { IntervalsNotice } from "../../client/features/device-page/overview/intervals-notice";
import { sampleDevice } from "./sample-device";
import { show } from "./show";

const measured = { measuredLoggingSeconds: 1_200, measuredUploadSeconds: 1_200 };

test("A device that does not read as it is set to says so, with one button", async () => {
	const screen = await show(<IntervalsNotice device={sampleDevice(measured)} groups={[]} rejection={null} />);
	await expect.element(screen.getByText("It reads every 20 min, but is set to 1 min.")).toBeVisible();
	await expect.element(screen.getByRole("button", { name: "Use 20 min" })).toBeEnabled();
	expect(screen.getByText(/It uploads/).query()).toBeNull();
});

test("Shows the notice, and why the button does nothing, to a person who may not change the device", async () => {
	const denial = "Viewers cannot change devices.";
	const screen = await show(<IntervalsNotice device={sampleDevice(measured)} groups={[]} rejection={denial} />);
	await expect.element(screen.getByRole("button", { name: "Use 20 min" })).toHaveAttribute("aria-disabled", "true");
});

test.for([
	["nothing is measured yet", {}],
	["the settings are what was measured", { ...measured, loggingIntervalSeconds: 1_200, uploadIntervalSeconds: 1_200 }],
	["the device is archived", { ...measured, archivedAt: new Date(0) }],
] as const)("Nothing is said where %s", async ([, change]) => {
	const screen = await show(<IntervalsNotice device={sampleDevice(change)} groups={[]} rejection={null} />);
	expect(screen.getByRole("heading").query()).toBeNull();
});
