import type { FourEyesKind } from "../../shared/account/four-eyes";
import { useAccount } from "../api/account";
import { Callout } from "../ui/feedback/notes";
import { TextLink } from "../ui/layout/link";
import { rich } from "../words/made/forms";

/** Says before anything is typed that a second person approves the change. */
export function SecondPersonNote({ kind }: { kind: FourEyesKind }) {
	const { fourEyes = [] } = useAccount();
	if (!fourEyes.includes(kind)) return null;
	return (
		<Callout tone="brand">
			{rich("secondPerson", { link: (text) => <TextLink to="/accounts/proposals/">{text}</TextLink> })}
		</Callout>
	);
}
