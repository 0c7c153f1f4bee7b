import { IconPencilOff } from "@tabler/icons-react";
import { EmptyNote } from "../../ui/feedback/notes";
import { Card } from "../../ui/layout/card";
import { ButtonLink } from "../../ui/layout/link";
import { PageHead } from "../../ui/layout/page-head";

/** Stands where the form of a group would, for those who may not change groups. */
export function NoGroupEditor({ title, reason }: { title: string; reason: string }) {
	return (
		<>
			<PageHead title={title} />
			<Card>
				<EmptyNote icon={<IconPencilOff size={26} />} title="Groups can be looked at" text={reason}>
					<ButtonLink to="/groups/">All groups</ButtonLink>
				</EmptyNote>
			</Card>
		</>
	);
}
