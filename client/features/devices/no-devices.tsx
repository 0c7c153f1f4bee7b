import { Button } from "@mantine/core";
import { IconAntennaBars5, IconArchive, IconFileImport, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { deviceListOf } from "../../api/device-list";
import { Callout, EmptyNote } from "../../ui/feedback/notes";
import { GuardedButton } from "../../ui/form/guarded-button";
import { countOf } from "../../ui/format";
import { type DeviceListState, filterDevices } from "./device-list-state";
import classes from "./devices.module.css";
import type { DevicesSearch } from "./devices-search";

type NoDevicesProps = {
	isArchived: boolean;
	denial: string | undefined;
	onSearch: (change: DevicesSearch) => void;
};

export function NoDevices({ isArchived, denial, onSearch }: NoDevicesProps) {
	if (isArchived) {
		return (
			<EmptyNote
				icon={<IconArchive size={26} />}
				title="No archived devices"
				text="Archived and recently deleted devices are listed here and can be restored."
			>
				<Button variant="default" onClick={() => onSearch({ archived: undefined })}>
					Show current devices
				</Button>
			</EmptyNote>
		);
	}
	return (
		<EmptyNote
			icon={<IconAntennaBars5 size={26} />}
			title="No devices yet"
			text="Add your first logger by its serial number, or import a CSV file with many. Each gets a key, and its readings show up here as soon as it posts them. Archived devices are listed separately."
		>
			<GuardedButton denial={denial ?? null} icon={importCsv.icon} onClick={() => onSearch({ import: "yes" })}>
				{importCsv.label}
			</GuardedButton>
			<AddButton denial={denial} onSearch={onSearch} />
			<Button variant="subtle" onClick={() => onSearch({ archived: "archived" })}>
				Show archived devices
			</Button>
		</EmptyNote>
	);
}

type ArchivedMatchesProps = { state: DeviceListState; now: number; onSearch: (change: DevicesSearch) => void };

export function ArchivedMatches({ state, now, onSearch }: ArchivedMatchesProps) {
	const { data = [] } = useQuery(deviceListOf("archived"));
	const count = filterDevices(data, state, now).length;
	return (
		<div role="status" className={classes.archivedMatches}>
			{count > 0 && (
				<>
					<span>
						{countOf(count, "archived device")} {count === 1 ? "matches" : "match"}.
					</span>
					<Button variant="default" size="compact-md" onClick={() => onSearch({ archived: "archived" })}>
						Show archived
					</Button>
				</>
			)}
		</div>
	);
}

export function AddLinkDenied({ denial, onClose }: { denial: string; onClose: () => void }) {
	return (
		<Callout tone="warn" role="status" className={classes.refusedLink}>
			<span>This link is for adding devices. {denial}</span>
			<Button variant="default" size="compact-md" onClick={onClose}>
				Close
			</Button>
		</Callout>
	);
}

export const importCsv = {
	id: "import",
	label: "Import CSV",
	asks: true,
	icon: <IconFileImport size={17} stroke={1.7} />,
};

export function AddButton({ denial, onSearch }: Omit<NoDevicesProps, "isArchived">) {
	return (
		<GuardedButton
			denial={denial ?? null}
			look="primary"
			icon={<IconPlus size={17} stroke={2} />}
			onClick={() => onSearch({ add: "yes" })}
		>
			Add device
		</GuardedButton>
	);
}
