import { Button } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { EmptyNote } from "../feedback/notes";
import { countOf } from "../format";

type NoMatchNoteProps = { noun: string; totalCount: number; onClear: () => void };

export function NoMatchNote({ noun, totalCount, onClear }: NoMatchNoteProps) {
	return (
		<EmptyNote
			icon={<IconFilterOff size={26} />}
			title={`No ${noun} matches`}
			text={
				totalCount === 1
					? `Your ${noun} does not fit all of these filters at once.`
					: `None of your ${countOf(totalCount, noun)} fits all of these filters at once.`
			}
		>
			<Button variant="default" onClick={onClear}>
				Clear filters
			</Button>
		</EmptyNote>
	);
}
