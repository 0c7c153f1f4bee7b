import { ActionDialog } from "../../forms/action-dialog";

export function RemoveSampleDialog({ run, onClose }: { run: () => Promise<void>; onClose: () => void }) {
	return (
		<ActionDialog
			isQuestion
			isDangerous
			title="Remove the sample fleet?"
			size={440}
			label="Remove sample"
			run={run}
			onClose={onClose}
		>
			<p>
				Its devices go with all their readings and events, and so do its groups and rules, with what you changed or
				added on them. Your own devices stay. This cannot be undone; it can be loaded again as it was.
			</p>
		</ActionDialog>
	);
}
