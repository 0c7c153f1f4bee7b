import * as React from "react";

// The development build of React links each element to the code that made it and reports its work to the browser's
// performance panel. Both took a third of a test's time, and no test reads them. React's warnings stay. React reads
// these methods as `react-dom` loads, and links no element from this number in a second on.
const linkedPerSecond = 10_000;
Reflect.deleteProperty(console, "timeStamp");
Reflect.deleteProperty(console, "createTask");
Object.defineProperty(
	Reflect.get(React, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"),
	"recentlyCreatedOwnerStacks",
	{ get: () => linkedPerSecond, set: () => {}, configurable: true },
);
