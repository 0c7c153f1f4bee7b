import type { DeviceListRow, GetDevices } from "../../shared/device";
import { DeviceStatus } from "../../shared/device-terms";

type Sort = NonNullable<NonNullable<GetDevices>["sort"]>;
type Order = (one: DeviceListRow, other: DeviceListRow) => number;

/** `Room 2` comes before `Room 10`, whatever their case. */
const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const orders: Record<"name" | "serial" | "status" | "received", Order> = {
	name: (one, other) => compare(one.name, other.name),
	serial: (one, other) => compare(one.serialNumber ?? "", other.serialNumber ?? ""),
	status: (one, other) => DeviceStatus.options.indexOf(one.status) - DeviceStatus.options.indexOf(other.status),
	// One that was never heard is the longest silent.
	received: (one, other) => (one.lastReceivedAt ?? 0) - (other.lastReceivedAt ?? 0),
};

/** Rows as a column sorts them; what is alike in it is in order of creation, whichever way it runs. */
export function deviceOrder(sort: Sort): Order {
	const [direction, order] = sort.startsWith("-") ? [-1, ordersOf(sort.slice(1))] : [1, ordersOf(sort)];
	return (one, other) => direction * order(one, other) || (one.id < other.id ? -1 : Number(one.id > other.id));
}

function ordersOf(column: string): Order {
	for (const [name, order] of Object.entries(orders)) if (name === column) return order;
	throw new Error(`No order by ${column}`);
}
