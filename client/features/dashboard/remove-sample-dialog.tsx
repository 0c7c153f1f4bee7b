import { ActDialog } from "../../forms/act-dialog";

/** `act` says itself what is denied. */
export function RemoveSampleDialog({ act, onClose }: { act: () => Promise<void>; onClose: () => void }) {
	return (
		<ActDialog
			isQuestion
			isDangerous
			title="Remove the sample fleet?"
			size={440}
			label="Remove sample"
			act={act}
			onClose={onClose}
		>
			<p>
				Its devices go with all their readings and events, and so do its groups and rules, with what you changed or
				added on them. Your own devices stay. This cannot be undone; it can be loaded again as it was.
			</p>
		</ActDialog>
	);
}
