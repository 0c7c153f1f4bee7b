import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { SilenceCard } from "../../client/features/device-page/overview/silence-card";
import type { SilenceReason } from "../../shared/device/device";
import { sampleDevice } from "./sample-device";
import { show } from "./show";

const battery: SilenceReason = { kind: "battery", text: "The battery was at 8 %.", advice: "Replace the battery." };
const key: SilenceReason = { kind: "key", text: "Its key was replaced.", advice: "Enter the new key." };

test("Lists the reasons of an offline device in their order, each with what to do", async () => {
	await show(<SilenceCard device={sampleDevice({ status: "offline", whySilent: [battery, key] })} />);
	const card = page.getByRole("region", { name: "Why silent?" });
	await expect.element(card.getByRole("heading", { name: "Why silent?" })).toBeVisible();
	const items = card.getByRole("listitem").elements();
	expect(items.map(({ textContent }) => textContent?.trim())).toEqual([
		"The battery was at 8 %. Replace the battery.",
		"Its key was replaced. Enter the new key. Open Settings",
	]);
	const link = card.getByRole("link", { name: "Open Settings" }).element();
	expect(link.getAttribute("href")).toMatch(/\?tab=settings$/);
});

test("Says that no reason is seen, and what to check", async () => {
	await show(<SilenceCard device={sampleDevice({ status: "offline", whySilent: [] })} />);
	await expect.element(page.getByText(/^No reason seen\. Check/)).toBeVisible();
	expect(page.getByRole("list").query()).toBeNull();
});

test.for([
	["a device that sends", { status: "online", whySilent: [battery] }],
	["an offline device whose reasons are not loaded", { status: "offline" }],
] as const)("Shows nothing for %s", async ([, change]) => {
	const whySilent = "whySilent" in change ? [...change.whySilent] : undefined;
	await show(<SilenceCard device={sampleDevice({ status: change.status, ...(whySilent && { whySilent }) })} />);
	expect(page.getByRole("region").query()).toBeNull();
});
