class Drawproof < Formula
  desc "Proves the draw rules of chess engines against perfect endgame tables"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  release = "@REPOSITORY@/releases/download/v@VERSION@"

  on_macos do
    on_arm do
      url "#{release}/drawproof-aarch64-apple-darwin.tar.gz"
      sha256 "@aarch64-apple-darwin@"
    end
    on_intel do
      url "#{release}/drawproof-x86_64-apple-darwin.tar.gz"
      sha256 "@x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "#{release}/drawproof-aarch64-unknown-linux-gnu.tar.gz"
      sha256 "@aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "#{release}/drawproof-x86_64-unknown-linux-gnu.tar.gz"
      sha256 "@x86_64-unknown-linux-gnu@"
    end
  end

  def install
    bin.install "drawproof"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/drawproof.bash" => "drawproof"
    zsh_completion.install "completions/_drawproof"
    fish_completion.install "completions/drawproof.fish"
    include.install Dir["include/*"]
    lib.install Dir["lib/*"]
  end

  test do
    assert_match "sound", shell_output("#{bin}/drawproof verify KRKN -q")
  end
end
