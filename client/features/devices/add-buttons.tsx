import { IconFileImport, IconPlus } from "@tabler/icons-react";
import { GuardedButton } from "../../ui/form/guarded-button";
import type { DevicesSearch } from "./devices-search";

type AddButtonsProps = {
	/** Why this person cannot add devices. */
	refusal: string | undefined;
	onSearch: (change: DevicesSearch) => void;
};

/** The two ways to get devices. */
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
