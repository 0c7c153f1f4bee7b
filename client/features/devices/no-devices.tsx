import { Button } from "@mantine/core";
import { IconAntennaBars5, IconArchive } from "@tabler/icons-react";
import { EmptyNote } from "../../ui/feedback/notes";
import { AddButtons } from "./add-buttons";
import type { DevicesSearch } from "./devices-search";

type NoDevicesProps = {
	isArchived: boolean;
	refusal: string | undefined;
	onSearch: (change: DevicesSearch) => void;
};

/** A shelf without devices, and how to come by some. */
export function NoDevices({ isArchived, refusal, onSearch }: NoDevicesProps) {
	if (isArchived) {
		return (
			<EmptyNote
				icon={<IconArchive size={26} />}
				title="No archived devices"
				text="Devices that are archived, or deleted of late, stand here and can be restored."
			>
				<Button variant="default" onClick={() => onSearch({ shelf: undefined })}>
					Show current devices
				</Button>
			</EmptyNote>
		);
	}
	return (
		<EmptyNote
			icon={<IconAntennaBars5 size={26} />}
			title="No devices yet"
			text="Add your first logger by its serial number, or import a CSV file with many. Each gets a key, and its readings show up here as soon as it posts them. Devices that are archived stand on a shelf of their own."
		>
			<AddButtons refusal={refusal} onSearch={onSearch} />
			<Button variant="subtle" onClick={() => onSearch({ shelf: "archived" })}>
				Show archived devices
			</Button>
		</EmptyNote>
	);
}
