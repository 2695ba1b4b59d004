export function Home() { return <h1 className="text-4xl font-strong">Home</h1>; }
