import { IconPencilOff } from "@tabler/icons-react";
import { countOf } from "../format";
import { Card } from "../layout/card";
import { ButtonLink } from "../layout/link";
import { PageHead } from "../layout/page-head";
import { EmptyNote } from "./notes";

type NotAvailableProps = {
	title: string;
	text: string;
	counts: { noun: string; count: number }[];
	list: { to: string; title: string };
};

const allOf = new Intl.ListFormat("en");

export function NotAvailable({ title, text, counts, list }: NotAvailableProps) {
	const things = allOf.format(counts.map(({ noun, count }) => countOf(count, noun)));
	return (
		<>
			<PageHead title={title} subtitle={`${things} in your account`} />
			<Card>
				<EmptyNote icon={<IconPencilOff size={26} />} title="Not available in this version" text={text}>
					<ButtonLink to={list.to}>{list.title}</ButtonLink>
				</EmptyNote>
			</Card>
		</>
	);
}
