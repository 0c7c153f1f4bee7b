import jsQr from "jsqr";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { LabelsDialog } from "../../client/device-actions/labels/labels-dialog";
import { ScanDialog } from "../../client/features/devices/scan/scan-dialog";
import { show } from "./show";
import { stubCalls } from "./stubbed-calls";

const ids = ["dev_0123456789abcdefghjkmnpqrs", "dev_0123456789abcdefghjkmnpqrt"] as const;
const clock = { timezoneOffset: 0, timeZoneRule: 2 } as const;
const devices = [
	{ id: ids[0], name: "Cold room 1 <b>", serialNumber: "SN-1", groupIds: ["grp_hidden", "grp_1"], tags: [], ...clock },
	{ id: ids[1], name: "Kühlraum 2", serialNumber: null, groupIds: [], tags: [], ...clock },
];
const groups = [{ id: "grp_1", name: "Basement" }] as unknown as Parameters<typeof LabelsDialog>[0]["groups"];
const nothing = () => {};

async function textOfCode(svg: Element): Promise<string | undefined> {
	const size = 400;
	const image = new Image(size, size);
	const text = new XMLSerializer().serializeToString(svg).replace("<svg", `<svg width="${size}" height="${size}"`);
	image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
	await image.decode();
	const canvas = document.createElement("canvas");
	canvas.width = canvas.height = size;
	const context = canvas.getContext("2d");
	if (!context) throw new Error("No canvas");
	context.fillStyle = "#fff";
	context.fillRect(0, 0, size, size);
	context.drawImage(image, 0, 0, size, size);
	return jsQr(context.getImageData(0, 0, size, size).data, size, size)?.data;
}

describe("printing labels", () => {
	it("prints a readable code of each device's address, behind the labels already used", async () => {
		stubCalls({ "account.getConsoleUrl": () => "https://cold.example.com" });
		const print = vi.spyOn(window, "print").mockImplementation(nothing);
		await show(<LabelsDialog devices={devices} groups={groups} onClose={nothing} />);
		const printed = () => [...document.querySelectorAll("body > [data-labels] svg")];
		await expect.poll(() => printed().length).toBe(2);
		await expect
			.poll(() => Promise.all(printed().map(textOfCode)))
			.toEqual(ids.map((id) => `https://cold.example.com/d/${id}`));
		const labels = document.querySelector<HTMLElement>("body > [data-labels]");
		expect(labels?.textContent).toContain("Cold room 1 <b>S/N SN-1Basement");

		const first = page.getByRole("textbox", { name: "First free label" });
		await first.fill("31");
		await page.getByRole("button", { name: "Print" }).click();
		await expect.element(page.getByText("Enter a number from 1 to 30.")).toBeVisible();
		expect(print).not.toHaveBeenCalled();
		await page.getByRole("combobox", { name: "Sheet" }).click();
		await page.getByRole("option", { name: "A4, 3 × 8 labels of 70 × 37 mm" }).click();
		await first.fill("24");
		await expect.element(page.getByText("2 sheets.", { exact: false })).toBeVisible();
		await page.getByRole("button", { name: "Print" }).click();
		expect(print).toHaveBeenCalledOnce();
	});
});

describe("the scanner", () => {
	const camera = () => vi.spyOn(navigator.mediaDevices, "getUserMedia");
	const dialog = (its: Partial<Parameters<typeof ScanDialog>[0]> = {}) => (
		<ScanDialog rows={devices} addDenial={undefined} onAdd={nothing} onOpen={nothing} onClose={nothing} {...its} />
	);

	it.each([
		["NotAllowedError", "This page may not use the camera."],
		["NotFoundError", "No camera was found."],
		["NotReadableError", "The camera does not start"],
	])("states what to do after a %s, and starts again", async (name, sentence) => {
		const opened = camera().mockRejectedValue(new DOMException("", name));
		await show(dialog());
		await expect.element(page.getByText(sentence, { exact: false })).toBeVisible();
		await page.getByRole("button", { name: "Start the camera again" }).click();
		await expect.poll(() => opened.mock.calls.length).toBe(2);
	});

	it("takes what is typed: a known serial number, a new one, a label, something else", async () => {
		camera().mockRejectedValue(new DOMException("", "NotFoundError"));
		const onOpen = vi.fn();
		const onAdd = vi.fn();
		await show(dialog({ onOpen, onAdd }));
		const find = async (text: string) => {
			await page.getByRole("textbox").fill(text);
			await page.getByRole("button", { name: "Find" }).click();
		};
		await find(" ");
		await expect.element(page.getByText("Enter a serial number.")).toBeVisible();
		await find("WIFI:S:guests;;");
		await expect.element(page.getByText("This code is neither", { exact: false })).toBeVisible();
		await find("https://elsewhere.example/d/dev_0123456789abcdefghjkmnpqrv");
		await expect.element(page.getByText("another console: elsewhere.example", { exact: false })).toBeVisible();
		await find("NEW-7");
		await page.getByRole("button", { name: "Add device" }).click();
		expect(onAdd.mock.calls).toEqual([["NEW-7"]]);
		await find("sn-1");
		await find(`${location.origin}/d/${ids[1]}`);
		await find(`https://elsewhere.example/d/${ids[0]}`);
		expect(onOpen.mock.calls).toEqual([[ids[0]], [ids[1]], [ids[0]]]);
	});

	it("stops the camera when it closes", async () => {
		const canvas = document.createElement("canvas");
		canvas.getContext("2d");
		const stream = canvas.captureStream();
		camera().mockResolvedValue(stream);
		const screen = await show(dialog());
		await expect.poll(() => document.querySelector("video")?.srcObject).toBe(stream);
		await screen.unmount();
		expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(["ended"]);
	});
});
