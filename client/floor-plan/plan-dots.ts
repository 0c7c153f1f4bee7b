import { ownValue } from "../../shared/base/own-value";
import { type FloorPlanPosition, type PlacedDevice, positionMost } from "../../shared/device/floor-plan";

export type Box = { left: number; top: number; width: number; height: number };

/** Null: beside the plan. */
export function positionAt(at: { x: number; y: number }, { left, top, width, height }: Box): FloorPlanPosition | null {
	const [across, down] = [(at.x - left) / width, (at.y - top) / height];
	if (!(across >= 0 && across <= 1 && down >= 0 && down <= 1)) return null;
	return { x: Math.round(across * positionMost), y: Math.round(down * positionMost) };
}

const steps: Record<string, [number, number]> = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1],
};

/** Moves by 1 % of the plan, with `isFar` by 10 %. Stays on the plan. Null: not an arrow key. */
export function movedByKey({ x, y }: FloorPlanPosition, key: string, isFar: boolean): FloorPlanPosition | null {
	const step = ownValue(steps, key);
	if (!step) return null;
	const by = (positionMost / 100) * (isFar ? 10 : 1);
	const within = (value: number) => Math.min(positionMost, Math.max(0, Math.round(value)));
	return { x: within(x + step[0] * by), y: within(y + step[1] * by) };
}

/** Null: another key. */
export function nextByKey(index: number, count: number, key: string): number | null {
	if (key === "Home") return 0;
	if (key === "End") return count - 1;
	const step = ownValue(steps, key);
	if (!step) return null;
	return Math.min(count - 1, Math.max(0, index + step[0] + step[1]));
}

export const percentOf = (part: number) => (part / positionMost) * 100;

export function withPosition(
	devices: readonly PlacedDevice[],
	deviceId: string,
	position: FloorPlanPosition | null,
): PlacedDevice[] {
	const others = devices.filter((placed) => placed.deviceId !== deviceId);
	return position === null ? others : [...others, { deviceId, ...position }];
}

const legibleWidth = 84;
const legibleHeight = 44;

/** Whether values fit beside all dots of a plan of this size. */
export function hasRoomForValues(count: number, { width, height }: { width: number; height: number }): boolean {
	return count * legibleWidth * legibleHeight <= width * height * 0.6;
}
