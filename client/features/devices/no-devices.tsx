import { Button } from "@mantine/core";
import { IconAntennaBars5, IconArchive, IconFileImport, IconPlus } from "@tabler/icons-react";
import { EmptyNote } from "../../ui/feedback/notes";
import { GuardedButton } from "../../ui/form/guarded-button";
import type { DevicesSearch } from "./devices-search";

type NoDevicesProps = {
	isArchived: boolean;
	refusal: string | undefined;
	onSearch: (change: DevicesSearch) => void;
};

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

type AddButtonsProps = {
	refusal: string | undefined;
	onSearch: (change: DevicesSearch) => void;
};

export function AddButtons({ refusal, onSearch }: AddButtonsProps) {
	return (
		<>
			<GuardedButton
				refusal={refusal ?? null}
				icon={<IconFileImport size={17} stroke={1.7} />}
				onClick={() => onSearch({ import: "yes" })}
			>
				Import CSV
			</GuardedButton>
			<GuardedButton
				refusal={refusal ?? null}
				look="primary"
				icon={<IconPlus size={17} stroke={2} />}
				onClick={() => onSearch({ add: "yes" })}
			>
				Add device
			</GuardedButton>
		</>
	);
}
