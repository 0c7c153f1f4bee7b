import { useRef, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { PlanStage } from "../../client/floor-plan/plan-stage";
import { type FloorPlan, type FloorPlanPosition, positionMost } from "../../shared/device/floor-plan";
import { show } from "./show";

const middle = Math.round(positionMost / 2);
const plan: FloorPlan = {
	id: "pln_1",
	groupId: "grp_1",
	parentId: null,
	name: "Hall",
	altText: "A hall with one door",
	attachmentId: "att_1",
	width: 800,
	height: 600,
	version: 1,
	devices: [],
};
const dots = Array.from({ length: 200 }, (_, index) => ({
	deviceId: `dev_${index}`,
	name: `Device ${index}`,
	state: "normal" as const,
	value: "4.0 °C",
	age: "2 min ago",
	x: (index % 20) * 3_000 + 1_000,
	y: Math.floor(index / 20) * 6_000 + 1_000,
}));

type Moved = (deviceId: string, position: FloorPlanPosition) => void;

function Stage({ onMove, onOff }: { onMove: Moved; onOff: (deviceId: string) => void }) {
	const sheet = useRef<HTMLDivElement>(null);
	const [pointedId, setPointedId] = useState<string | null>(null);
	const [pickedId, setPickedId] = useState<string | null>(null);
	return (
		<div style={{ width: 344 }}>
			<PlanStage
				isMoving
				{...{ plan, dots, pointedId, pickedId, sheet, onMove, onOff }}
				onPoint={setPointedId}
				onPick={setPickedId}
			/>
		</div>
	);
}

test("moves a device by keys alone, in a phone's width with 200 devices, and by dragging on the plan", async () => {
	const onMove = vi.fn<Moved>();
	const onOff = vi.fn<(deviceId: string) => void>();
	await show(<Stage {...{ onMove, onOff }} />);
	await expect.element(page.getByRole("img", { name: "A hall with one door" })).toBeInTheDocument();
	const first = page.getByRole("button", { name: "Device 0, Normal, 4.0 °C 2 min ago" });
	const { width, height } = first.element().getBoundingClientRect();
	expect([width, height]).toEqual([24, 24]);
	// One stop of the Tab key: the scrolling part, then the first device.
	first.element().focus();
	await userEvent.keyboard("{ArrowRight}{ArrowRight}{End}");
	expect(document.activeElement?.getAttribute("data-device")).toBe("dev_199");
	await userEvent.keyboard("{Home}{Enter}{ArrowRight}{ArrowDown}{Enter}");
	const step = positionMost / 100;
	const moved = { x: Math.round(1_000 + step), y: Math.round(1_000 + step) };
	expect(onMove.mock.calls).toEqual([["dev_0", moved]]);
	await userEvent.keyboard("{Enter}{ArrowRight}{Escape}");
	expect(onMove).toHaveBeenCalledTimes(1);
	await userEvent.keyboard("{Delete}");
	expect(onOff.mock.calls).toEqual([["dev_0"]]);

	const dot = first.element();
	const sheet = dot.parentElement?.getBoundingClientRect() ?? new DOMRect();
	const from = dot.getBoundingClientRect();
	const drag = (x: number, y: number) => {
		const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0, pointerId: 1, bubbles: true });
		vi.spyOn(dot, "setPointerCapture").mockReturnValue();
		dot.dispatchEvent(new PointerEvent("pointerdown", at(from.x + 12, from.y + 12)));
		dot.dispatchEvent(new PointerEvent("pointermove", at(x, y)));
		dot.dispatchEvent(new PointerEvent("pointerup", at(x, y)));
	};
	drag(sheet.x + sheet.width / 2, sheet.y + sheet.height / 2);
	const [id, position] = onMove.mock.lastCall ?? [];
	expect(id).toBe("dev_0");
	for (const part of [position?.x, position?.y]) expect(Math.abs((part ?? 0) - middle)).toBeLessThan(200);
	drag(sheet.right + 20, sheet.y);
	expect(onMove).toHaveBeenCalledTimes(2);
});
