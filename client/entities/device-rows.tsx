import { useMemo, useState } from "react";
import type { DeviceListRow } from "../../shared/device/device";
import { shownReading } from "../../shared/device/device-reading";
import type { DeviceStatus } from "../../shared/device/device-terms";
import { isDeviceFact } from "../../shared/formats/units";
import { StatusChip } from "../ui/feedback/status-chip";
import { SubtleButton } from "../ui/form/buttons";
import { Rows } from "../ui/layout/rows";
import { sortedByName } from "../ui/table/list-rows";
import { TimeStamp } from "../ui/time/time-stamp";
import { useValueStyle, valueText } from "../ui/value-display";
import { rich, t } from "../words/made/first-screen";
import { deviceStateLabel, statusesFromBest } from "./device-labels";
import classes from "./device-rows.module.css";
import { DeviceLink } from "./entity-links";
import fleetBarStyles from "./fleet-bar.module.css";
import { markedName } from "./marked-name";

const shownAtFirst = 12;
const shownPerStep = 100;

export function DeviceRows({ devices }: { devices: DeviceListRow[] }) {
	const [shownCount, setShownCount] = useState(shownAtFirst);
	const sorted = useMemo(() => sortedByName(devices), [devices]);
	const hiddenCount = sorted.length - shownCount;
	const shown = sorted.slice(0, shownCount);
	return (
		<>
			<Rows
				rows={shown.map((device) => ({
					key: device.id,
					name: <DeviceLink id={device.id}>{device.name}</DeviceLink>,
					under: (
						<>
							<LatestValues device={device} />
							<LastReceived device={device} />
						</>
					),
					end: (
						<StatusChip tone={deviceStateLabel(device, false).tone}>{deviceStateLabel(device, false).label}</StatusChip>
					),
				}))}
			/>
			{hiddenCount > 0 && (
				<div className={classes.more}>
					<SubtleButton size="compact-md" onClick={() => setShownCount(shownCount + shownPerStep)}>
						{t("showMore", { count: Math.min(hiddenCount, shownPerStep) })}
					</SubtleButton>
				</div>
			)}
		</>
	);
}

function LatestValues({ device }: { device: DeviceListRow }) {
	useValueStyle();
	const measured = device.latest.filter(({ quantity }) => !isDeviceFact(quantity));
	if (measured.every(({ value }) => value === null)) return null;
	return (
		<span className={classes.latest}>
			{measured.map((reading) => {
				const shown = shownReading(reading);
				const name = markedName(shown.name, shown.isDerived, shown.isSaturated);
				return <span key={shown.name}>{`${name} ${valueText(shown.value, shown)}`}</span>;
			})}
		</span>
	);
}

function LastReceived({ device }: { device: DeviceListRow }) {
	if (device.lastReceivedAt === null)
		return device.status === "imported" ? t("received.byFileOnly") : t("received.nothing");
	return rich("received.last", { age: <TimeStamp at={device.lastReceivedAt} clock={device} show="age" /> });
}

export function FleetBar({ counts, isSmall }: { counts: Record<DeviceStatus, number>; isSmall?: boolean }) {
	return (
		<span className={fleetBarStyles.bar} data-small={isSmall || undefined} aria-hidden="true">
			{statusesFromBest
				.filter((status) => counts[status] > 0)
				.map((status) => (
					<i key={status} data-status={status} style={{ flexGrow: counts[status] }} />
				))}
		</span>
	);
}
