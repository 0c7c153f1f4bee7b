import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { SentUnitsNotice } from "../../client/features/device-page/overview/sent-units-notice";
import type { SentUnit } from "../../shared/ingest/sent-unit";
import { sampleDevice } from "./sample-device";
import { show } from "./show";

const device = sampleDevice();
const [channel] = device.channels;
if (!channel) throw new Error("The sample device has no channel");
const question: SentUnit = { channelId: channel.id, unit: "Grad", value: 21, firstAt: 0, meaning: null };
const withUnits = (...sentUnits: SentUnit[]) => ({ ...device, sentUnits });

test("Asks what an unknown unit means, with what happens until then", async () => {
	const screen = await show(<SentUnitsNotice device={withUnits(question)} rejection={null} />);
	await expect.element(screen.getByText(/was sent 21 “Grad”, and its unit is °C/)).toBeVisible();
	await expect.element(screen.getByText(/stored as doubtful/)).toBeVisible();
	await expect.element(screen.getByRole("button", { name: `It is ${channel.unit}` })).toBeEnabled();
	await expect.element(screen.getByRole("button", { name: "Exclude its values" })).toBeEnabled();
});

test("Shows why the buttons do nothing to a person who may not change the device", async () => {
	await show(<SentUnitsNotice device={withUnits(question)} rejection="Viewers cannot change devices." />);
	await expect
		.element(page.getByRole("button", { name: "Exclude its values" }))
		.toHaveAttribute("aria-disabled", "true");
});

test.for([
	["same", `read as ${channel.unit}`],
	["exclude", "such values are not stored"],
	[{ unit: "°F" }, "read as °F"],
] as const)("Lists the meaning %o, which can be changed", async ([meaning, text]) => {
	await show(<SentUnitsNotice device={withUnits({ ...question, meaning })} rejection={null} />);
	expect(page.getByRole("heading").query()).toBeNull();
	await page.getByText("Units that were decided").click();
	await expect.element(page.getByText(new RegExp(text))).toBeVisible();
});

test("Shows nothing without a unit that was open about", async () => {
	await show(<SentUnitsNotice device={device} rejection={null} />);
	expect(page.getByRole("region").query()).toBeNull();
});
