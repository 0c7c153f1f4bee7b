import { Button } from "@mantine/core";
import { useState } from "react";
import type { DeviceListRow } from "../../shared/device";
import { deviceStatusWords } from "../device-status-words";
import classes from "./device-rows.module.css";
import { TextLink } from "./link";
import { sortRows } from "./list-rows";
import { Rows } from "./rows";
import { StatusChip } from "./status-chip";
import { TimeStamp } from "./time-stamp";

const shownAtFirst = 12;
const nameOf = ({ name }: DeviceListRow) => name;

/** Devices something refers to: each opens on its readings. */
export function DeviceRows({ devices }: { devices: DeviceListRow[] }) {
	const [isWhole, setIsWhole] = useState(false);
	const sorted = sortRows(devices, false, { sortKeyOf: nameOf, nameOf, idOf: ({ id }) => id });
	const shown = isWhole ? sorted : sorted.slice(0, shownAtFirst);
	return (
		<>
			<Rows
				rows={shown.map((device) => ({
					key: device.id,
					name: (
						<TextLink to="/log/" search={{ device: device.id }}>
							{device.name}
						</TextLink>
					),
					under: <LastReceived device={device} />,
					end: (
						<StatusChip tone={deviceStatusWords[device.status].tone}>
							{deviceStatusWords[device.status].label}
						</StatusChip>
					),
				}))}
			/>
			{shown.length < devices.length && (
				<div className={classes.more}>
					<Button variant="subtle" size="compact-md" onClick={() => setIsWhole(true)}>
						Show all {devices.length}
					</Button>
				</div>
			)}
		</>
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
