import { Callout } from "../../ui/feedback/notes";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";

export function FailedCard({ title, text }: { title: string; text: string }) {
	return (
		<Card title={title}>
			<div className={layout.padded}>
				<Callout tone="bad">{text}</Callout>
			</div>
		</Card>
	);
}
