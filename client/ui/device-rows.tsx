import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import type { DeviceListRow } from "../../shared/device";
import { shownReading } from "../../shared/device-reading";
import { formatValue, isDeviceFact } from "../../shared/units";
import { deviceStatusWords } from "../device-status-words";
import classes from "./device-rows.module.css";
import { TextLink } from "./link";
import { sortRows } from "./list-rows";
import { Rows } from "./rows";
import { StatusChip } from "./status-chip";
import { TimeStamp } from "./time-stamp";

const shownAtFirst = 12;
/** There may be thousands, and each is drawn. */
const shownPerStep = 100;
const nameOf = ({ name }: DeviceListRow) => name;

/** Devices something refers to, each with its newest values. */
export function DeviceRows({ devices }: { devices: DeviceListRow[] }) {
	const [shownCount, setShownCount] = useState(shownAtFirst);
	const sorted = useMemo(
		() => sortRows(devices, false, { sortKeyOf: nameOf, nameOf, idOf: ({ id }) => id }),
		[devices],
	);
	const hiddenCount = sorted.length - shownCount;
	const shown = sorted.slice(0, shownCount);
	return (
		<>
			<Rows
				rows={shown.map((device) => ({
					key: device.id,
					name: (
						<TextLink to="/devices/$deviceId" params={{ deviceId: device.id }}>
							{device.name}
						</TextLink>
					),
					under: (
						<>
							<LatestValues device={device} />
							<LastReceived device={device} />
						</>
					),
					end: (
						<StatusChip tone={deviceStatusWords[device.status].tone}>
							{deviceStatusWords[device.status].label}
						</StatusChip>
					),
				}))}
			/>
			{hiddenCount > 0 && (
				<div className={classes.more}>
					<Button variant="subtle" size="compact-md" onClick={() => setShownCount(shownCount + shownPerStep)}>
						Show {Math.min(hiddenCount, shownPerStep)} more
					</Button>
				</div>
			)}
		</>
	);
}

/** What the device measures; how it is itself stands in its status. */
function LatestValues({ device }: { device: DeviceListRow }) {
	const measured = device.latest.filter(({ quantity }) => !isDeviceFact(quantity));
	if (measured.every(({ value }) => value === null)) return null;
	return (
		<span className={classes.latest}>
			{measured.map((reading) => {
				const shown = shownReading(reading);
				return <span key={shown.name}>{`${shown.name} ${formatValue(shown.value, shown)}`}</span>;
			})}
		</span>
	);
}

function LastReceived({ device }: { device: DeviceListRow }) {
	if (device.lastReceivedAt === null) return "Nothing received yet";
	return (
		<>
			Last received <TimeStamp at={device.lastReceivedAt} clock={device} show="age" />
		</>
	);
}
